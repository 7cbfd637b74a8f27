'use client';

import { useState } from 'react';
import { durationText } from '../chat/duration-text';
import { LongText } from '../chat/long-text';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { AttemptNumber, SpanFacts } from './span-facts';
import { spanColor, spanKind, spanKindLabels, spanStatus, type TraceSpan } from './trace-span';

interface SpanRowProps {
  readonly span: TraceSpan;
  readonly from: number;
  readonly until: number;
}

function tokensOf(span: TraceSpan): number | null {
  const usage = span.detail?.usage;
  if (typeof usage !== 'object' || usage === null) return null;
  const total = (usage as { totalTokens?: unknown }).totalTokens;
  return typeof total === 'number' && total > 0 ? total : null;
}

export function SpanRow({ span, from, until }: SpanRowProps) {
  const t = useT();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const start = Date.parse(span.started_at);
  const end = span.ended_at === null ? null : Date.parse(span.ended_at);
  const tokens = tokensOf(span);
  return (
    <li data-testid="trace-span" data-kind={span.kind} className="border-line-soft border-b last:border-b-0">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1 px-3.5 py-2 text-sm hover:bg-hover">
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{t(spanKindLabels[spanKind(span)])}</span>
            <span className="min-w-0 break-all font-mono text-cyan text-xs">{span.name}</span>
            <span className="text-faint text-xs">
              {spanStatus(span, t)}
              {span.step !== undefined && ` · ${t('chat.trace.step', { step: span.step })}`}
              <AttemptNumber span={span} />
            </span>
          </span>
          <span className="text-faint text-xs tabular-nums">
            {tokens !== null && `${t('chat.trace.tokens', { count: format.number(tokens) })} · `}
            {end === null ? t('chat.trace.running') : durationText(end - start)}
          </span>
          <SpanFacts span={span} />
          <Bar color={spanColor(span)} start={start} end={end ?? until} axis={{ from, until }} />
        </summary>
        {isOpen && span.detail !== undefined && (
          <div className="px-3.5 pb-3">
            <LongText text={JSON.stringify(span.detail, null, 2)} />
          </div>
        )}
      </details>
    </li>
  );
}

interface BarProps {
  readonly color: string;
  readonly start: number;
  readonly end: number;
  readonly axis: { readonly from: number; readonly until: number };
}

/** Where on the axis of the whole run it lies. */
function Bar({ color, start, end, axis }: BarProps) {
  const length = Math.max(1, axis.until - axis.from);
  const left = ((start - axis.from) / length) * 100;
  const width = Math.max(0.6, ((end - start) / length) * 100);
  return (
    <svg
      aria-hidden
      className="col-span-2 h-1.5 w-full overflow-visible rounded-full"
      preserveAspectRatio="none"
      viewBox="0 0 100 1"
    >
      <rect width="100" height="1" className="fill-line-soft" />
      <rect x={Math.min(left, 99.4)} width={Math.min(width, 100 - Math.min(left, 99.4))} height="1" className={color} />
    </svg>
  );
}
