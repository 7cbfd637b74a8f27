import type { TokenizerThis, Tokens } from 'marked';

const definition = /^ {0,3}\[\^([^\s[\]^`]{1,40})\]:[ \t]*([^\n]*)(?:\n|$)/;
const reference = /^\[\^([^\s[\]^`]{1,40})\](?![(:])/;
/** A line that begins something of its own does not go on with the note above it. */
const beginsAnew = /^ {0,3}(?:[-*+>#|`~<]|\d{1,9}[.)]|\$\$|\\\[|\[\^|={2,}\s*$|_{3,}\s*$)/;
const indented = /^(?: {2,}|\t)/;

/** How much of the lines after its first one belongs to a note: what goes on with it, and what is indented below it. */
function lengthOfRest(source: string): number {
  let length = 0;
  let isAfterBlank = false;
  for (let at = 0; at < source.length; ) {
    const end = source.indexOf('\n', at);
    const next = end < 0 ? source.length : end + 1;
    const line = source.slice(at, next);
    at = next;
    if (line.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    if (!indented.test(line) && (isAfterBlank || beginsAnew.test(line))) return length;
    isAfterBlank = false;
    length = next;
  }
  return length;
}

/** `[^id]: text`, with whatever is indented below it. */
export function footnoteDefinition(this: TokenizerThis, source: string): Tokens.Generic | undefined {
  const match = definition.exec(source);
  if (match === null) return undefined;
  const [first, id = '', text = ''] = match;
  const length = lengthOfRest(source.slice(first.length));
  const rest = source.slice(first.length, first.length + length);
  const body = `${text}\n${rest.replace(/^(?: {1,4}|\t)/gm, '')}`;
  return { type: 'footnote', raw: first + rest, id, tokens: this.lexer.blockTokens(body, []) };
}

/** `[^id]`. Whether there is such a note is only known where it is shown. */
export function footnoteReference(this: TokenizerThis, source: string): Tokens.Generic | undefined {
  const match = source.startsWith('[^') ? reference.exec(source) : null;
  return match === null ? undefined : { type: 'footnote-reference', raw: match[0], id: match[1] };
}
