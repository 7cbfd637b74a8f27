/** The path, or the first of `name (2).csv`, `name (3).csv`, … that is free. */
export function freePath(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const dot = wanted.lastIndexOf('.');
  const hasExtension = dot > wanted.lastIndexOf('/') + 1;
  const [stem, extension] = hasExtension ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ''];
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})${extension}`;
    if (!taken.has(candidate)) return candidate;
  }
}
