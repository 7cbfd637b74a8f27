const leastWideBytes = 16;
const sampleChars = 64 * 1024;

function decodedAs(encoding, bytes) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function markedEncoding(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

const plainSigns = (text) => text.slice(0, sampleChars).match(/[\t\n\r -~]/g)?.length ?? 0;

/** The order of bytes in which more of it is plain; a workspace takes no file that makes sense in neither. */
function decodedWide(bytes) {
  if (bytes.length < leastWideBytes) return null;
  const found = ['utf-16le', 'utf-16be'].map((encoding) => ({ encoding, text: decodedAs(encoding, bytes) }));
  const [best] = found
    .filter(({ text }) => text !== null && !text.includes('\0'))
    .toSorted((left, right) => plainSigns(right.text) - plainSigns(left.text));
  return best ?? null;
}

/**
 * UTF-8, UTF-16 by its mark or by what it makes of the bytes, else the encodings that old Chinese and Western spreadsheets
 * write. A program of its own has none of the app's modules; a test holds this to what a workspace takes.
 */
export function decodeText(bytes) {
  const marked = markedEncoding(bytes);
  const wide = marked === null && bytes.includes(0) ? decodedWide(bytes) : null;
  if (wide !== null) return wide;
  if (marked === null && bytes.includes(0)) throw new Error('this is no text file');
  for (const encoding of marked === null ? ['utf-8', 'gb18030'] : [marked]) {
    const text = decodedAs(encoding, bytes);
    if (text !== null) return { text, encoding };
  }
  return { text: new TextDecoder('latin1').decode(bytes), encoding: 'latin1' };
}
