import 'server-only';

/** A fence longer than any run of backticks inside. */
export function fenced(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** A link with its title, or nothing when it leads elsewhere than to the web. */
export function linkTo(url: string, title: string | null | undefined): string | null {
  if (url.length > 2_000 || !URL.canParse(url)) return null;
  const { protocol, href, host } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const label = (title ?? '')
    .replace(/[\\[\]`<>*_\s]+/g, ' ')
    .trim()
    .slice(0, 200);
  return `[${label === '' ? host : label}](${href.replace(/\(/g, '%28').replace(/\)/g, '%29')})`;
}

export const quoted = (text: string): string => `> ${text.replace(/\n/g, '\n> ')}`;

/** A name between backticks, whatever it holds. */
export const codeSpan = (name: string | null | undefined): string =>
  `\`${(name || 'tool').replace(/[`\n]/g, ' ').slice(0, 100)}\``;

/** What stands for something that is not here; people's messages are shown as they are, so it is plain text. */
export const placeholder = (kind: 'File' | 'Image', name: string | null | undefined): string =>
  `[${kind}${name ? ` ${name.replace(/[[\]\n]/g, ' ').slice(0, 200)}` : ''}]`;
