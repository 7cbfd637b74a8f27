import { DEFAULT_MAX_LINE_LENGTH, readText, type StreamLimits, StreamOverflowError } from './stream-limits';

/**
 * Reads newline-delimited JSON: cut at LF only, blank lines left out, an unterminated last line included (whether it is
 * whole is for the reader of its JSON to find out).
 */
export async function* decodeLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: StreamLimits = {},
): AsyncGenerator<string> {
  const maxLineLength = limits.maxLineLength ?? DEFAULT_MAX_LINE_LENGTH;
  // Pieces are joined once per line: appending to one string would rescan a long line for every chunk.
  let pieces: string[] = [];
  let length = 0;

  const append = (piece: string) => {
    length += piece.length;
    if (length > maxLineLength) throw new StreamOverflowError('line');
    pieces.push(piece);
  };
  const takeLine = () => {
    const line = pieces.join('');
    pieces = [];
    length = 0;
    return line;
  };

  let isStart = true;
  for await (const chunk of readText(chunks, limits)) {
    const text = isStart ? chunk.replace(/^\uFEFF/, '') : chunk;
    isStart = false;
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      append(text.slice(start, end));
      start = end + 1;
      const line = takeLine();
      if (line.trim() !== '') yield line;
    }
    append(text.slice(start));
  }
  const tail = takeLine();
  if (tail.trim() !== '') yield tail;
}
