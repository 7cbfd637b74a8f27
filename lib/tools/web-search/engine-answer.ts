import type { WebAnswer, WebSearchEngine, WebSearchHit } from '@/lib/agent/ports';
import { type MetonaErrorCode, MetonaFailure } from '@/lib/ir';
import { visibleText } from '../web/decode-text';

/** What a status means, where an engine means something of its own by it. */
export type StatusMeaning = Readonly<Record<number, readonly [MetonaErrorCode, string]>>;

const labels: Readonly<Record<WebSearchEngine['name'], string>> = {
  searxng: 'SearXNG',
  brave: 'Brave Search',
  tavily: 'Tavily',
};

function meaningOf(status: number, label: string): readonly [MetonaErrorCode, string] {
  if (status === 401 || status === 403) return ['auth_invalid', `${label} does not accept the key.`];
  if (status === 429) return ['rate_limited', `${label} has had too many searches; try again later.`];
  if (status >= 300 && status <= 399) return ['invalid_response', `${label} redirects; enter the address it leads to.`];
  if (status >= 500) return ['server_error', `${label} failed with status ${status}.`];
  return ['invalid_response', `${label} answered with status ${status}.`];
}

function retryAfterOf(answer: WebAnswer): { retryAfterMs?: number } {
  const seconds = Number(answer.header('retry-after') ?? Number.NaN);
  return seconds >= 0 && seconds <= 86_400 ? { retryAfterMs: seconds * 1_000 } : {};
}

/** The JSON of an answer; everything else is a failure that says what to do. */
export async function readEngineJson(
  name: WebSearchEngine['name'],
  answer: WebAnswer,
  own: StatusMeaning = {},
): Promise<unknown> {
  const label = labels[name];
  if (answer.status !== 200) {
    answer.cancel();
    const [code, message] = own[answer.status] ?? meaningOf(answer.status, label);
    const retryable = code === 'rate_limited' || code === 'server_error';
    throw new MetonaFailure({ code, message, provider: name, retryable, ...retryAfterOf(answer) });
  }
  const bytes = await answer.read();
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return unreadable(name);
  }
}

export function unreadable(name: WebSearchEngine['name']): never {
  const message = `${labels[name]} answered with something that is no list of results. Check the address.`;
  throw new MetonaFailure({ code: 'invalid_response', message, provider: name, retryable: false });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

/** One line of plain text out of what an engine sends, some of which is marked up. */
function plain(text: unknown, most: number): string {
  if (typeof text !== 'string') return '';
  const bare = text.slice(0, most * 4).replace(/<\/?[a-z][^<>]{0,200}>/gi, '');
  const decoded = bare.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (whole, entity: string) => entities[entity] ?? whole);
  return visibleText(decoded.replace(/\s+/g, ' ')).slice(0, most);
}

function webUrl(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 2_000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

export interface RawHit {
  readonly title?: unknown;
  readonly url?: unknown;
  readonly snippet?: unknown;
  readonly age?: unknown;
}

/** The first few finds that lead somewhere, each address once. */
export function toHits(found: readonly RawHit[], count: number): WebSearchHit[] {
  const hits = new Map<string, WebSearchHit>();
  for (const { title, url, snippet, age } of found) {
    if (hits.size >= count) break;
    const address = webUrl(url);
    if (address === null || hits.has(address)) continue;
    hits.set(address, {
      title: plain(title, 300) || address,
      url: address,
      snippet: plain(snippet, 600),
      age: plain(age, 60),
    });
  }
  return [...hits.values()];
}
