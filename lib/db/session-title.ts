import 'server-only';

const maxTitleChars = 60;

/** The title of a session until a person or a model gives it a better one: the first line of what was asked, shortened. */
export function titleFrom(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? '';
  const flat = line.replace(/\s+/g, ' ').trim();
  const characters = [...flat];
  if (characters.length <= maxTitleChars) return flat;
  const head = characters.slice(0, maxTitleChars).join('');
  const lastSpace = head.lastIndexOf(' ');
  return `${lastSpace > maxTitleChars / 2 ? head.slice(0, lastSpace) : head}…`;
}
