'use client';

import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { useEffect } from 'react';
import { runApi } from '@/lib/client/run-api';
import { useApi } from '@/lib/client/use-api';
import type { AgentRun, TraceSpan } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { LoadState } from '../ui/load-state';
import { PageHead } from '../ui/page';
import { SpanList } from './span-list';
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
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 pt-5 pb-16 sm:px-8 sm:pt-9">
      <PageHead
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
      />
      <LoadState data={data} error={error} retry={() => mutate()}>
        {({ spans }) => (
          <>
            {run !== undefined && <TraceTotal run={run} spans={spans} />}
            <SpanList spans={spans} />
          </>
        )}
      </LoadState>
    </div>
  );
}
