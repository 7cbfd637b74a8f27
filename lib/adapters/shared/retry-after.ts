import type { HttpHeaders } from '../ports';

const duration = /^(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?$/;
const limitKinds = ['requests', 'tokens', 'input-tokens', 'output-tokens'] as const;

function parseGoDuration(value: string): number | undefined {
  const match = duration.exec(value.trim());
  if (match === null || value.trim() === '') return undefined;
  const [hours, minutes, seconds, milliseconds] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.ceil(((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000 + (seconds ?? 0) * 1000 + (milliseconds ?? 0));
}

function parseSecondsOrDate(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) || !/[a-z]/i.test(text) ? undefined : Math.max(0, Math.ceil(at - now));
}

function parseReset(value: string, now: number): number | undefined {
  return parseGoDuration(value) ?? parseSecondsOrDate(value, now);
}

/** The longest reset among the limits that are used up. */
function fromLimitHeaders(headers: HttpHeaders, now: number): number | undefined {
  let longest: number | undefined;
  for (const kind of limitKinds) {
    for (const [remaining, reset] of [
      [`x-ratelimit-remaining-${kind}`, `x-ratelimit-reset-${kind}`],
      [`anthropic-ratelimit-${kind}-remaining`, `anthropic-ratelimit-${kind}-reset`],
    ] as const) {
      const left = headers.get(remaining);
      const value = headers.get(reset);
      if (left === null || Number.parseFloat(left) !== 0 || value === null) continue;
      const wait = parseReset(value, now);
      if (wait !== undefined) longest = Math.max(longest ?? 0, wait);
    }
  }
  return longest;
}

/** How long the provider asks us to wait, in ms, in any of the spellings seen; undefined when it does not say. */
export function parseRetryAfter(headers: HttpHeaders, now: number): number | undefined {
  const exact = headers.get('retry-after-ms');
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact.trim())) return Math.ceil(Number(exact));
  const standard = headers.get('retry-after');
  const parsed = standard === null ? undefined : parseSecondsOrDate(standard, now);
  return parsed ?? fromLimitHeaders(headers, now);
}

/** The same from the body of a refusal, for providers that do not say it in a header. */
export function parseRetryDelay(body: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}
