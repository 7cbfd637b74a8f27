'use client';

import { useState } from 'react';
import { runApi } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import type { MetonaError, TraceSpan } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { PassedOver } from '../trace/span-facts';

/** After these another model would have been asked, had there been one. */
const causes: ReadonlySet<string> = new Set([
  'network_timeout',
  'network_error',
  'auth_invalid',
  'auth_expired',
  'rate_limited',
  'quota_exceeded',
  'model_overloaded',
  'model_not_found',
  'server_error',
  'invalid_response',
  'not_configured',
] satisfies readonly MetonaError['code'][]);

const once = { revalidateOnFocus: false, revalidateIfStale: false };

/** Why nobody took over from a model that failed; asked for only when someone wants to know. */
export function PassedOverModels({ runId, code }: { runId: string; code: string }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (runId === '' || !causes.has(code)) return null;
  return (
    <details className="text-dim text-xs" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer hover:text-text">{t('chat.passedOver.title')}</summary>
      {isOpen && <Models runId={runId} />}
    </details>
  );
}

function Models({ runId }: { runId: string }) {
  const t = useT();
  const { data, error } = useApi<{ spans: readonly TraceSpan[] }>(runApi.tracePath(runId), once);
  if (error !== undefined) return <p className="mt-1">{t('common.loadFailed')}</p>;
  if (data === undefined) return <p className="mt-1">{t('common.loading')}</p>;
  const skipped = data.spans.flatMap((span) => (span.kind === 'attempt' ? (span.detail.skipped ?? []) : []));
  return (
    <p className="mt-1 flex flex-col gap-0.5">
      {skipped.length === 0 ? t('chat.passedOver.none') : <PassedOver skipped={skipped} />}
    </p>
  );
}
