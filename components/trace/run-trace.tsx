'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useState } from 'react';
import { runApi } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import type { AgentRun, TraceSpan } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { SpanRow } from './span-row';
import { inOrder, spanAnchor, spanTimes } from './trace-span';
import { TraceTotal } from './trace-total';

const LIVE_MS = 2000;

/** Every call of a model, every tool and every wait of one run, on one time axis. */
export function RunTrace({ runId }: { runId: string }) {
  const t = useT();
  const isLive = (run: AgentRun | undefined) => run !== undefined && run.finished_at === null;
  const { data: run } = useApi<AgentRun>(runApi.path(runId), {
    refreshInterval: (latest) => (isLive(latest) ? LIVE_MS : 0),
  });
  const { data, error, mutate } = useApi<{ spans: readonly TraceSpan[] }>(runApi.tracePath(runId), {
    refreshInterval: isLive(run) ? LIVE_MS : 0,
  });
  const isDone = run !== undefined && run.finished_at !== null;
  useEffect(() => {
    if (isDone) void mutate();
  }, [isDone, mutate]);
  return (
    <Page
      title={t('trace.title')}
      text={run === undefined ? undefined : <span className="line-clamp-2 break-words">{run.input}</span>}
      action={
        run !== undefined && (
          <Link href={`/chat/${encodeURIComponent(run.session_id)}`} className={buttonClass()}>
            <ArrowLeft aria-hidden className="size-4" />
            {t('trace.back')}
          </Link>
        )
      }
    >
      <LoadState data={data} error={error} retry={() => mutate()}>
        {({ spans }) => (
          <>
            {run !== undefined && <TraceTotal run={run} spans={spans} />}
            <Spans spans={spans} />
          </>
        )}
      </LoadState>
    </Page>
  );
}

function Spans({ spans }: { spans: readonly TraceSpan[] }) {
  const t = useT();
  const target = useTarget();
  if (spans.length === 0) return <EmptyState title={t('trace.empty')} />;
  const axis = spanTimes(spans);
  return (
    <ol className="overflow-hidden rounded-xl border border-line-soft bg-card">
      {inOrder(spans).map((span) => {
        const isTarget = target === spanAnchor(span.id);
        return <SpanRow key={`${span.id}:${isTarget}`} span={span} axis={axis} isTarget={isTarget} />;
      })}
    </ol>
  );
}

/** The entry the address names: opened, and brought into view once it is there. */
function useTarget(): string | null {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setTarget(location.hash === '' ? null : decodeURIComponent(location.hash.slice(1)));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  useEffect(() => {
    if (target !== null) document.getElementById(target)?.scrollIntoView({ block: 'start' });
  }, [target]);
  return target;
}
