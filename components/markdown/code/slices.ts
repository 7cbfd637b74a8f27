const longestCode = 100_000;
const mostLines = 5000;
const sliceLength = 12_000;

/** Whether code is short enough to be coloured at all. */
export function mayHighlight(code: string): boolean {
  if (code.length > longestCode) return false;
  let lines = 1;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) lines += 1;
  return lines <= mostLines;
}

/** Where the next slice ends: before a line that begins at the margin, if there is one, so that few things are torn. */
function endOfSlice(code: string, from: number): number {
  if (code.length - from <= sliceLength) return code.length;
  const part = code.slice(from, from + sliceLength);
  const atMargin = [...part.matchAll(/\n+(?=[^\s}\])])/g)].at(-1);
  if (atMargin !== undefined && atMargin.index > sliceLength / 3) return from + atMargin.index + atMargin[0].length;
  const line = part.lastIndexOf('\n') + 1;
  return from + (line > 0 ? line : part.length);
}

/** Code in pieces, none of which takes long to colour. */
export function sliceCode(code: string): string[] {
  const slices: string[] = [];
  for (let at = 0; at < code.length; ) {
    const end = endOfSlice(code, at);
    slices.push(code.slice(at, end));
    at = end;
  }
  return slices;
}
