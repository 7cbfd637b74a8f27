/** A number of someone's data: no grouping, since it may be a year or an id, and no small one shown as zero. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}
