const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['copy', '©'],
  ['reg', '®'],
  ['trade', '™'],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['bull', '•'],
  ['middot', '·'],
  ['times', '×'],
  ['divide', '÷'],
  ['deg', '°'],
  ['plusmn', '±'],
  ['larr', '←'],
  ['rarr', '→'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ne', '≠'],
  ['euro', '€'],
]);

const reference = /&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});/g;

function fromCodePoint(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
}

/** Character references of Markdown text as characters. The result is only ever rendered as a text node. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, name: string) => {
    if (!name.startsWith('#')) return named.get(name) ?? whole;
    const isHex = name[1] === 'x' || name[1] === 'X';
    return fromCodePoint(isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10));
  });
}
