const maxResultChars = 262_144;

/** Head and tail of a long text with a marker between them; shorter texts stay as they are. */
export function boundText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const marker = `\n… ${text.length - maxChars} characters left out …\n`;
  const room = Math.max(0, maxChars - marker.length);
  const head = Math.ceil((room * 2) / 3);
  return `${text.slice(0, head)}${marker}${text.slice(text.length - (room - head))}`;
}

/** The result people see: kept whole up to 256 K characters of JSON, beyond that its text with a marker. */
export function boundResult(result: unknown): unknown {
  const text = JSON.stringify(result) ?? 'null';
  return text.length <= maxResultChars ? result : { truncated: true, text: boundText(text, maxResultChars) };
}
