import { parseSourceLink } from './source-link';
import type { MetonaToolResult } from './tool-call';

/** What a tool told about a source. */
export interface CitedSource {
  readonly title: string;
  readonly heading: string;
}

/** Tools that read what belongs to the user. What others return may name a source, but vouches for none. */
const vouching = /^(?:rag\.|notes\.|read_file$|list_files$|search_files$)/;
const deepest = 4;
/** In the head and tail that are left of a long result. */
const hrefInText = /"href":"(\/[^"\\]{1,500})"/g;

type Sources = Map<string, CitedSource>;

const textIn = (fields: object, name: string): string => {
  const value: unknown = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined;
  return typeof value === 'string' ? value : '';
};

function addSource(sources: Sources, href: string, about: CitedSource): void {
  const link = parseSourceLink(href);
  if (link !== null && !(sources.get(link.key)?.title ?? '')) sources.set(link.key, about);
}

function collect(value: unknown, of: { sources: Sources; isNotes: boolean }, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > deepest) return;
  if (!Array.isArray(value)) {
    const about = { title: textIn(value, 'title') || textIn(value, 'path'), heading: textIn(value, 'heading') };
    addSource(of.sources, textIn(value, 'href'), about);
    if (of.isNotes) addSource(of.sources, `/notes/${textIn(value, 'id')}`, about);
    if (textIn(value, 'text') !== '' && Object.hasOwn(value, 'truncated')) {
      const found = textIn(value, 'text').matchAll(hrefInText);
      for (const [, href = ''] of found) addSource(of.sources, href, { title: '', heading: '' });
    }
  }
  for (const part of Object.values(value)) collect(part, of, depth + 1);
}

const known = new WeakMap<MetonaToolResult, ReadonlyMap<string, CitedSource>>();

/** The sources that a result vouches for, by the key of their links; each result is looked through once. */
export function sourcesOf(result: MetonaToolResult): ReadonlyMap<string, CitedSource> {
  const before = known.get(result);
  if (before !== undefined) return before;
  const sources: Sources = new Map();
  const isNotes = result.toolName.startsWith('notes.');
  if (result.success && vouching.test(result.toolName)) collect(result.result, { sources, isNotes });
  known.set(result, sources);
  return sources;
}
