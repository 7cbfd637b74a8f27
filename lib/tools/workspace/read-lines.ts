export interface LineRange {
  readonly content: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly totalLines: number;
  /** Something of what was asked for did not fit. */
  readonly isCut: boolean;
}

/** Lines `first` to `first + count - 1` (from 1) of a text, as far as they fit into `maxChars`. */
export function readLines(text: string, of: { first: number; count: number; maxChars: number }): LineRange {
  const kept: string[] = [];
  let [room, line, isCut] = [of.maxChars, 0, false];
  for (let from = 0; from < text.length; ) {
    const feed = text.indexOf('\n', from);
    const end = feed < 0 ? text.length : feed;
    line += 1;
    if (line >= of.first && line < of.first + of.count && !isCut) {
      const piece = text.slice(from, Math.min(end, from + room));
      isCut = piece.length < end - from;
      if (!isCut || kept.length === 0) kept.push(piece.endsWith('\r') ? piece.slice(0, -1) : piece);
      room -= piece.length + 1;
      isCut ||= room <= 0 && end < text.length - 1;
    }
    from = end + 1;
  }
  const lastLine = kept.length === 0 ? 0 : of.first + kept.length - 1;
  return { content: kept.join('\n').toWellFormed(), firstLine: of.first, lastLine, totalLines: line, isCut };
}

/** Bytes of a text in UTF-8, without the half of a character at either end. */
export function readBytes(bytes: Uint8Array, of: { offset: number; length: number }): string {
  const isInside = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let [from, to] = [Math.min(of.offset, bytes.byteLength), Math.min(of.offset + of.length, bytes.byteLength)];
  while (from < to && isInside(from)) from += 1;
  while (to > from && to < bytes.byteLength && isInside(to)) to -= 1;
  return new TextDecoder().decode(bytes.subarray(from, to));
}
