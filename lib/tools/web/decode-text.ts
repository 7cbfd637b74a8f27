const metaBytes = 2_048;

const labelIn = (text: string) => /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(text)?.[1] ?? null;

function labelOfMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function decoderOf(label: string, fatal = false): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal });
  } catch {
    return null;
  }
}

function tryUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Text as a browser would read it: by its mark, by what the server says, by what the page says, and where nobody says
 * anything as UTF-8, or as Western European where it is none. A name that means no charset counts as not said.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = labelOfMark(bytes);
  const start = () => new TextDecoder('latin1').decode(bytes.subarray(0, metaBytes));
  const inMarkup = /html|xml/i.test(contentType) ? labelIn(start()) : null;
  const said = [mark, labelIn(contentType), inMarkup].flatMap((label) => {
    const decoder = label === null ? null : decoderOf(label);
    return decoder === null ? [] : [decoder];
  });
  const [decoder] = said;
  if (decoder) return decoder.decode(bytes);
  return tryUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

// Marks of direction, zero-width characters, tags and controls: invisible to a person, legible to a model. The joiners
// stay, they belong to many scripts.
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text without what nobody could see in it. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
}
