'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { runApi } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import type { AgentRun } from '@/lib/ir';
import { durationText } from '../chat/duration-text';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { SpanRow } from './span-row';
import { spanTimes, type TraceSpan } from './trace-span';

/** Every call of a model, every tool and every wait of one run, on one time axis. */
export function RunTrace({ runId }: { runId: string }) {
  const t = useT();
  const { data: run } = useApi<AgentRun>(runApi.path(runId));
  const { data, error, mutate } = useApi<{ spans: readonly TraceSpan[] }>(runApi.tracePath(runId), {
    refreshInterval: run !== undefined && run.finished_at === null ? 2000 : 0,
  });
  return (
    <Page
      title={t('chat.trace.title')}
      text={run === undefined ? undefined : <span className="line-clamp-2">{run.input}</span>}
      action={
        run !== undefined && (
          <Link href={`/chat/${encodeURIComponent(run.session_id)}`} className={buttonClass()}>
            <ArrowLeft aria-hidden className="size-4" />
            {t('chat.trace.back')}
          </Link>
        )
      }
    >
      <LoadState data={data} error={error} retry={() => mutate()}>
        {({ spans }) => <Spans spans={spans} />}
      </LoadState>
    </Page>
  );
}

function Spans({ spans }: { spans: readonly TraceSpan[] }) {
  const t = useT();
  if (spans.length === 0) return <EmptyState title={t('chat.trace.empty')} />;
  const { from, until } = spanTimes(spans);
  return (
    <section>
      <p className="mb-2 text-dim text-sm">
        {t('chat.trace.total', { count: spans.length, time: durationText(until - from) })}
      </p>
      <ol className="overflow-hidden rounded-xl border border-line-soft bg-card">
        {spans.map((span, index) => (
          <SpanRow key={span.id ?? index} span={span} from={from} until={until} />
        ))}
      </ol>
    </section>
  );
}
