/** What a citation can lead to: a note at a block, a file at a line, a chat at a message. */
export interface SourceLink {
  readonly kind: 'note' | 'file' | 'message';
  /** Names the source, whatever the place in it; for messages the message itself. */
  readonly key: string;
  /** The same address again, in the one form it may have. */
  readonly href: string;
}

const forms = [
  { kind: 'note', pattern: /^\/notes\/([\w-]{1,200})(?:#block-[\w.%~-]{1,200})?$/ },
  { kind: 'file', pattern: /^\/files\/([\w-]{1,200})(?:#L\d{1,8})?$/ },
  { kind: 'message', pattern: /^\/chat\/([\w-]{1,200})\?message=[\w-]{1,200}$/ },
] as const;

/**
 * Reads an address of one of our three forms; null for every other text. It says nothing about whether there is such a
 * source, nor whose it is.
 */
export function parseSourceLink(href: string): SourceLink | null {
  for (const { kind, pattern } of forms) {
    const id = pattern.exec(href)?.[1];
    if (id !== undefined) return { kind, key: kind === 'message' ? href : `${kind} ${id}`, href };
  }
  return null;
}

/** A place in a source, with or without the brackets of Markdown around it. Ids have their prefix, paths of others do not. */
const sourcePath = String.raw`\/(?:notes\/note_|files\/file_|chat\/s_)[\w-]{10,200}(?:#[\w.%~-]{0,200}|\?message=[\w-]{0,200})?`;
const linkTarget = new RegExp(
  String.raw`\]\([ \t]{0,3}<?${sourcePath}>?(?:[ \t]{1,3}"[^"\n]{0,200}")?[ \t]{0,3}\)`,
  'g',
);
const anyPath = new RegExp(sourcePath, 'g');

/**
 * A text as strangers may read it: citations keep what they say and lose where they lead, and no path of ours with an id
 * in it is left.
 */
export function withoutSourceLinks(text: string): string {
  if (!/\/(?:notes|files|chat)\//.test(text)) return text;
  return text.replace(linkTarget, ']').replace(anyPath, '');
}
