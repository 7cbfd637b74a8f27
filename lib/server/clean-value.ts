import 'server-only';

/** The same value with `clean` applied to its texts, each together with the name it stands under. */
export function cleanValue(value: unknown, clean: (text: string) => string, name?: string): unknown {
  if (typeof value === 'string') {
    if (name === undefined) return clean(value);
    const named = clean(`${name}: ${value}`);
    return named.startsWith(`${name}: `) ? named.slice(name.length + 2) : clean(value);
  }
  if (Array.isArray(value)) return value.map((part) => cleanValue(part, clean, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cleanValue(part, clean, key)]));
}
