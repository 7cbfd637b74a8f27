import type { ProviderTest } from '@/lib/client/resources';
import type { PlainMessageKey, Translate } from '@/lib/i18n';

/** The next step after each cause that a test can find. */
const hintKeys = {
  wrong_key: 'settings.hints.wrong_key',
  expired_key: 'settings.hints.expired_key',
  no_key: 'settings.hints.no_key',
  no_credit: 'settings.hints.no_credit',
  quota: 'settings.hints.quota',
  rate_limited: 'settings.hints.rate_limited',
  region: 'settings.hints.region',
  wrong_url: 'settings.hints.wrong_url',
  unknown_host: 'settings.hints.unknown_host',
  unreachable: 'settings.hints.unreachable',
  network: 'settings.hints.network',
  tls: 'settings.hints.tls',
  forbidden_address: 'settings.hints.forbidden_address',
  redirect: 'settings.hints.redirect',
  timeout: 'settings.hints.timeout',
  invalid_response: 'settings.hints.invalid_response',
  model_not_found: 'settings.hints.model_not_found',
  no_model: 'settings.hints.no_model',
  local_not_running: 'settings.hints.local_not_running',
  local_model_missing: 'settings.hints.local_model_missing',
  overloaded: 'settings.hints.overloaded',
  refused: 'settings.hints.refused',
  filtered: 'settings.hints.filtered',
  too_long: 'settings.hints.too_long',
  other: 'settings.hints.other',
} as const satisfies Readonly<Record<string, PlainMessageKey>>;

function isKnown(code: string): code is keyof typeof hintKeys {
  return Object.hasOwn(hintKeys, code);
}

/** What to do about a failed test in the reader's language; a cause that this page does not know in the server's words. */
export function testHint(t: Translate, { hint, hint_code: code }: ProviderTest): string | null {
  return code != null && isKnown(code) ? t(hintKeys[code]) : (hint ?? null);
}
