/** PostgreSQL stores neither NUL nor lone surrogates; both become U+FFFD, everything else is kept. */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

/** JSON text that a jsonb column accepts. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  if (!/\\u(0000|d[89a-f])/i.test(json)) return json;
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? storableText(inner) : inner));
}

/** The same for a nullable column. */
export function storableJsonOrNull(value: unknown): string | null {
  return value === undefined || value === null ? null : storableJson(value);
}
