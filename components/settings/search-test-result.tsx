'use client';

import type { SearchTest } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n/catalogue';
import type { MetonaError } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Notice } from '../ui/notice';

const causes: Partial<Record<MetonaError['code'], PlainMessageKey>> = {
  auth_invalid: 'web.settings.wrongKey',
  rate_limited: 'web.settings.limited',
  quota_exceeded: 'web.settings.quota',
  network_error: 'web.settings.unreachable',
  network_timeout: 'web.settings.late',
  invalid_request: 'web.settings.forbidden',
  not_configured: 'web.settings.notConfigured',
};

function causeOf({ engine, error }: SearchTest): PlainMessageKey {
  if (engine === 'searxng' && error?.code === 'auth_invalid') return 'web.settings.noJson';
  return (error && causes[error.code]) ?? 'web.settings.unexpected';
}

/** How a search to try it went: the cause in the reader's words, and what was said about it. */
export function SearchTestResult({ result }: { result: SearchTest }) {
  const t = useT();
  const latency = Math.round(result.latency_ms);
  if (result.ok) return <Notice tone="success">{t('web.settings.testOk', { count: result.results, latency })}</Notice>;
  return (
    <Notice tone="error">
      <p className="font-medium">{t(causeOf(result))}</p>
      {result.error && (
        <details className="mt-1 text-xs">
          <summary className="text-dim">{t('web.settings.details')}</summary>
          <p className="mt-1 break-words">{result.error.message}</p>
        </details>
      )}
    </Notice>
  );
}
