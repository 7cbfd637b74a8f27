import { MetonaFailure } from '@/lib/ir';

export type ContentKind = 'html' | 'text';

const html = new Set(['text/html', 'application/xhtml+xml']);
const textual = new Set([
  ...['application/json', 'application/ld+json', 'application/x-ndjson', 'application/xml', 'application/yaml'],
  ...['application/x-yaml', 'application/toml', 'application/javascript', 'application/ecmascript'],
]);

const mediaTypeOf = (contentType: string) => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

function refuse(message: string): never {
  throw new MetonaFailure({ code: 'unsupported_media_type', message, retryable: false });
}

/** What a type promises; null where the server names none, so that the content has to tell. Throws for all the rest. */
export function kindOfType(contentType: string): ContentKind | null {
  const type = mediaTypeOf(contentType);
  if (type === '') return null;
  if (html.has(type)) return 'html';
  if (type.startsWith('text/') || textual.has(type)) return 'text';
  if (/^application\/[\w.+-]*\+(json|xml)$/.test(type)) return 'text';
  if (type === 'application/pdf') refuse('The address holds a PDF. Only web pages and text can be read.');
  return refuse(`The address holds ${type.slice(0, 80)}. Only web pages and text can be read.`);
}

/** What the content is after all: binary under a name of text is refused, a page without a name is still a page. */
export function kindOfContent(promised: ContentKind | null, bytes: Uint8Array): ContentKind {
  const start = bytes.subarray(0, 1_024);
  const isWide = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  const head = new TextDecoder('latin1').decode(start);
  if (head.startsWith('%PDF-')) refuse('The address holds a PDF. Only web pages and text can be read.');
  if (!isWide && start.includes(0)) refuse('The address holds a binary file. Only web pages and text can be read.');
  return promised ?? (/^\s*(<!doctype html|<html|<head|<body)/i.test(head) ? 'html' : 'text');
}
