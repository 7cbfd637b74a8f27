import { z } from 'zod';
import type { WebAccess, WebSearchEngine, WebSearchQuery } from '@/lib/agent/ports';
import { type RawHit, readEngineJson, type StatusMeaning, toHits, unreadable } from './engine-answer';

export type SafeSearch = 'off' | 'moderate' | 'strict';

export interface EngineOptions {
  readonly web: WebAccess;
  readonly safeSearch: SafeSearch;
}
interface KeyedOptions extends EngineOptions {
  /** Opened right before the request. */
  readonly key: () => Promise<string>;
}

export const engineOrigins = { brave: 'https://api.search.brave.com', tavily: 'https://api.tavily.com' } as const;

const limits = { timeoutMs: 15_000, maxBytes: 2 * 1024 * 1024 };
const json = { accept: 'application/json', 'accept-encoding': 'gzip' };

const text = z.string().nullish().catch(null);
const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape).nullable().catch(null)).max(500);

function readList<Item>(name: WebSearchEngine['name'], schema: z.ZodType<(Item | null)[]>, found: unknown): Item[] {
  const parsed = schema.safeParse(found);
  return parsed.success ? parsed.data.filter((item) => item !== null) : unreadable(name);
}

const fieldOf = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

const searxngResults = listOf({ title: text, url: text, content: text, publishedDate: text });
const searxngStatus: StatusMeaning = {
  403: ['auth_invalid', 'This SearXNG gives no JSON. Its operator has to add json to search.formats in settings.yml.'],
};
const searxngSafety: Readonly<Record<SafeSearch, string>> = { off: '0', moderate: '1', strict: '2' };

/** A SearXNG at its base address; the account it may want is not supported. */
export function createSearxng(baseUrl: string, { web, safeSearch }: EngineOptions): WebSearchEngine {
  return {
    name: 'searxng',
    host: new URL(baseUrl).host,
    async search({ query, count, language }: WebSearchQuery, signal) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`);
      url.search = new URLSearchParams({
        q: query,
        format: 'json',
        safesearch: searxngSafety[safeSearch],
        ...(language && { language }),
      }).toString();
      const answer = await web(url.href, { ...limits, signal, headers: json });
      const body = await readEngineJson('searxng', answer, searxngStatus);
      const results = readList('searxng', searxngResults, fieldOf(body, 'results'));
      return toHits(
        results.map((hit): RawHit => ({ ...hit, snippet: hit.content, age: hit.publishedDate?.slice(0, 10) })),
        count,
      );
    },
  };
}

const braveResults = listOf({ title: text, url: text, description: text, age: text, page_age: text });
const braveStatus: StatusMeaning = {
  402: ['quota_exceeded', 'The plan at Brave Search is used up.'],
  422: ['auth_invalid', 'Brave Search does not accept the key or the request.'],
};
const braveLanguages: Readonly<Record<string, string>> = {
  zh: 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  ja: 'jp',
};

function braveLanguage(tag: string): string {
  const lower = tag.toLowerCase();
  const short = lower.split('-', 1)[0] ?? lower;
  return braveLanguages[lower] ?? braveLanguages[short] ?? short;
}

export function createBrave({ web, safeSearch, key }: KeyedOptions): WebSearchEngine {
  return {
    name: 'brave',
    host: new URL(engineOrigins.brave).host,
    async search({ query, count, language }, signal) {
      const url = new URL('/res/v1/web/search', engineOrigins.brave);
      url.search = new URLSearchParams({
        q: query,
        count: String(count),
        safesearch: safeSearch,
        text_decorations: 'false',
        result_filter: 'web',
        ...(language && { search_lang: braveLanguage(language) }),
      }).toString();
      const headers = { ...json, 'x-subscription-token': await key() };
      const answer = await web(url.href, { ...limits, signal, headers });
      const body = await readEngineJson('brave', answer, braveStatus);
      const found = fieldOf(fieldOf(body, 'web'), 'results');
      // Without a find there is no such part at all.
      const results = readList('brave', braveResults, found ?? (fieldOf(body, 'type') === 'search' ? [] : found));
      return toHits(
        results.map(
          (hit): RawHit => ({ ...hit, snippet: hit.description, age: hit.age ?? hit.page_age?.slice(0, 10) }),
        ),
        count,
      );
    },
  };
}

const tavilyResults = listOf({ title: text, url: text, content: text, published_date: text });
const tavilyStatus: StatusMeaning = {
  432: ['quota_exceeded', 'The plan at Tavily is used up.'],
  433: ['quota_exceeded', 'The spending limit at Tavily is reached.'],
};

/** Tavily knows neither a language nor, for most plans, a safe search. */
export function createTavily({ web, key }: KeyedOptions): WebSearchEngine {
  return {
    name: 'tavily',
    host: new URL(engineOrigins.tavily).host,
    async search({ query, count }, signal) {
      const answer = await web(`${engineOrigins.tavily}/search`, {
        ...limits,
        signal,
        method: 'POST',
        headers: { ...json, 'content-type': 'application/json', authorization: `Bearer ${await key()}` },
        body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
      });
      const body = await readEngineJson('tavily', answer, tavilyStatus);
      const results = readList('tavily', tavilyResults, fieldOf(body, 'results'));
      return toHits(
        results.map((hit): RawHit => ({ ...hit, snippet: hit.content, age: hit.published_date?.slice(0, 16) })),
        count,
      );
    },
  };
}
