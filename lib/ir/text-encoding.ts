/** How a text file is stored; what spreadsheets and editors of Chinese and Western systems write. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

export interface DecodedText {
  /** Without a mark of its encoding. */
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Enough to tell encodings apart. */
const sampleBytes = 64 * 1024;
/** Fewer bytes without a mark tell nothing. */
const leastWideBytes = 16;
/** Every text has ends of lines, spaces or digits; what decodes by chance has next to none. */
const leastPlainShare = 0.02;
/** Of the pairs of bytes in Chinese text, nearly all name a sign of the first national table. */
const leastCommonShare = 0.8;

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/;
/** Private, unassigned, or half of something. */
const senseless = /[\p{Co}\p{Cn}\p{Cs}]/u;

function decodedAs(encoding: TextEncoding, bytes: Uint8Array): DecodedText | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return control.test(text) ? null : { text, encoding };
  } catch {
    return null;
  }
}

function markedEncoding(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Without a mark: the order of bytes in which the text makes sense, where both do the one with more plain signs. */
function decodedWide(bytes: Uint8Array): DecodedText | null {
  if (bytes.byteLength < leastWideBytes || bytes.byteLength % 2 !== 0) return null;
  const plainShare = (text: string) => {
    const sample = text.slice(0, sampleBytes);
    return (sample.match(/[\t\n\r -~]/g)?.length ?? 0) / sample.length;
  };
  const [best] = (['utf-16le', 'utf-16be'] as const)
    .flatMap((encoding) => decodedAs(encoding, bytes) ?? [])
    .filter(({ text }) => !senseless.test(text) && plainShare(text) >= leastPlainShare)
    .toSorted((left, right) => plainShare(right.text) - plainShare(left.text));
  return best ?? null;
}

/** Texts of other encodings often decode as well, into signs that nobody writes. */
function isLikelyChinese(bytes: Uint8Array): boolean {
  let pairs = 0;
  let common = 0;
  const end = Math.min(bytes.byteLength, sampleBytes) - 1;
  for (let at = 0; at < end; at += 1) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]];
    if (lead < 0x81) continue;
    pairs += 1;
    if (lead >= 0xa1 && lead <= 0xf7 && trail >= 0xa1) common += 1;
    at += trail >= 0x30 && trail <= 0x39 ? 3 : 1;
  }
  return pairs > 0 && common / pairs >= leastCommonShare;
}

/** The text that these bytes are, and how it was told; null when they are no text. */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = markedEncoding(bytes);
  if (marked !== null) return decodedAs(marked, bytes);
  if (bytes.includes(0)) return decodedWide(bytes);
  const plain = decodedAs('utf-8', bytes);
  if (plain !== null || !isLikelyChinese(bytes)) return plain;
  const chinese = decodedAs('gb18030', bytes);
  return chinese !== null && senseless.test(chinese.text) ? null : chinese;
}
