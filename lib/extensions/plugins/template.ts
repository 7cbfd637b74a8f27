/** A piece of a text in a manifest: as it stands, what the model gives, or what the user entered. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'secret'; readonly name: string };

const placeholder = /\{(?:(?<secret>secret):)?(?<name>[a-z][a-z0-9_]{0,39})\}/gi;

/** Null when a brace stands in it that belongs to no placeholder. */
export function parseTemplate(text: string): TemplatePart[] | null {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (const found of text.matchAll(placeholder)) {
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    const name = found.groups?.name ?? '';
    parts.push(found.groups?.secret ? { kind: 'secret', name } : { kind: 'parameter', name });
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  const isStray = parts.some((part) => part.kind === 'text' && /[{}]/.test(part.text));
  return isStray ? null : parts;
}

export const namesIn = (parts: readonly TemplatePart[], kind: 'parameter' | 'secret'): string[] =>
  parts.flatMap((part) => (part.kind === kind ? [part.name] : []));
