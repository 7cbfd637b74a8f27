/** Text as it is stored: neither NUL nor lone surrogates, which a database refuses; each becomes U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
