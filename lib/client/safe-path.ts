const probe = 'http://same.invalid';

function hasControlCharacter(text: string): boolean {
  for (const character of text) if (character < ' ' || character === '\u007f') return true;
  return false;
}

/** A path of this site to go to after signing in; anything that could lead elsewhere becomes `/`. */
export function safePath(value: string | string[] | null | undefined): string {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 2000) return '/';
  if (value.includes('\\') || hasControlCharacter(value)) return '/';
  if (!URL.canParse(value, probe)) return '/';
  const url = new URL(value, probe);
  if (url.origin !== probe || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
