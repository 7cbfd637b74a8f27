/** The exact origins on private addresses an operator allows, from a comma-separated list. Empty means none. */
export function parsePrivateOrigins(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseOrigin);
}

function parseOrigin(entry: string): string {
  const isShaped = /^https?:\/\/(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+):\d{1,5}$/iu.test(entry);
  if (!isShaped || !URL.canParse(entry)) throw new Error(`Not a private origin (scheme://host:port): ${entry}`);
  return new URL(entry).origin;
}
