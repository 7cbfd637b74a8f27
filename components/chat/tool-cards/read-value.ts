type Fields = Readonly<Record<string, unknown>>;

/** A result came from outside the page and may be of any shape. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value : '';
}

export function numberOf(fields: Fields, name: string): number | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The objects of a list, at most so many. */
export function listOf(fields: Fields, name: string, most: number): readonly Fields[] | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!Array.isArray(value)) return null;
  return value.slice(0, most).flatMap((item): Fields[] => {
    const fields = fieldsOf(item);
    return fields === null ? [] : [fields];
  });
}
