'use client';

import { useEffect, useRef } from 'react';
import type { ContextView } from '@/lib/client/branches';
import { sessionApi } from '@/lib/client/run-api';
import type { ModelChoice } from '@/lib/client/run-outgoing';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Popover } from '../ui/popover';
import { type ContextPart, contextLevel, contextParts } from './context-gauge-parts';

interface ContextGaugeProps {
  readonly sessionId: string;
  readonly choice: ModelChoice | null;
  /** Changes whenever something was said. */
  readonly revision: string;
}

/** How full the window of the chosen model is: a small ring that opens to what fills it. */
export function ContextGauge({ sessionId, choice, revision }: ContextGaugeProps) {
  const t = useT();
  const format = useFormat();
  const { data, mutate } = useApi<ContextView>(sessionApi.contextPath(sessionId, choice), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const seen = useRef(revision);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    void mutate();
  }, [revision, mutate]);
  if (data === undefined) return null;
  const share = data.window > 0 ? data.used / data.window : 0;
  const percent = format.percent(share);
  const level = contextLevel(data);
  return (
    <Popover
      side="top"
      label={t('branching.context.title')}
      className="w-[min(21rem,calc(100vw-1rem))] p-3.5"
      trigger={
        <button
          type="button"
          data-testid="context-gauge"
          data-level={level}
          aria-label={t('branching.context.label', { percent, model: data.model })}
          className={`flex h-7 shrink-0 items-center gap-1 rounded-lg px-1.5 text-xs tabular-nums hover:bg-hover ${tones[level]}`}
        >
          <Ring share={Math.min(1, share)} />
          <span aria-hidden className="max-sm:hidden">
            {percent}
          </span>
        </button>
      }
    >
      {() => <Breakdown view={data} />}
    </Popover>
  );
}

const tones = { roomy: 'text-faint', near: 'text-text', full: 'text-orange' } as const;

const circumference = 2 * Math.PI * 6;

function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className="-rotate-90 size-4">
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <circle
        cx="8"
        cy="8"
        r="6"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeDasharray={`${share * circumference} ${circumference}`}
      />
    </svg>
  );
}

const colours: Record<ContextPart, string> = {
  system: 'bg-text',
  tools: 'bg-dim',
  files: 'bg-edge',
  memories: 'bg-green',
  history: 'bg-cyan',
  free: 'bg-transparent',
  reserve: 'bg-line',
};

function Breakdown({ view }: { view: ContextView }) {
  const t = useT();
  const format = useFormat();
  const parts = contextParts(view);
  const limit = format.number(view.fold_above);
  return (
    <>
      <h2 className="font-semibold">{t('branching.context.title')}</h2>
      <p className="text-dim text-xs tabular-nums">
        {t('branching.context.of', { used: format.number(view.used), window: format.number(view.window) })}
      </p>
      <div aria-hidden className="my-2.5 flex h-1.5 overflow-hidden rounded-full bg-raise">
        {parts.map(({ part, tokens }) => (
          <span key={part} className={colours[part]} style={{ flexGrow: tokens, flexBasis: 0 }} />
        ))}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {parts.map(({ part, tokens }) => (
          <div key={part} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt className="flex items-center gap-2 text-dim">
              <span aria-hidden className={`size-2 shrink-0 rounded-full border border-line ${colours[part]}`} />
              {t(`branching.context.${part}`)}
            </dt>
            <dd className="text-right tabular-nums">{format.number(tokens)}</dd>
          </div>
        ))}
      </dl>
      <p className={`mt-2.5 text-xs ${tones[contextLevel(view)]}`}>
        {t(`branching.context.${contextLevel(view)}`, { limit })}
      </p>
      <p className="mt-1.5 text-faint text-xs">{t('branching.context.estimate')}</p>
    </>
  );
}
