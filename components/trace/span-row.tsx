'use client';

import { Link2 } from 'lucide-react';
import { memo, useState } from 'react';
import type { TraceSpan } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { CopyButton } from '../ui/copy-button';
import { rowGrid } from './row-grid';
import { SpanBar } from './span-bar';
import { SpanDetail } from './span-detail';
import { SpanFacts } from './span-facts';
import type { TimeAxis } from './trace-axis';
import { spanAnchor, spanColor, spanLabel, spanStatus } from './trace-span';

interface SpanRowProps {
  readonly span: TraceSpan;
  readonly axis: TimeAxis;
  /** The address of the page names it. */
  readonly isTarget: boolean;
}

/** One stretch of a run: what it was, what came of it and where on the axis it lies; everything else when it is opened. */
export const SpanRow = memo(function SpanRow({ span, axis, isTarget }: SpanRowProps) {
  const [isOpen, setIsOpen] = useState(isTarget);
  return (
    <li
      id={spanAnchor(span.id)}
      data-testid="trace-span"
      data-kind={span.kind}
      className={`scroll-mt-12 border-line-soft border-b last:border-b-0 ${isTarget ? 'bg-hover' : ''} ${isOpen ? '' : '[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]'}`}
    >
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <SpanLine span={span} axis={axis} />
        {isOpen && (
          <div className="flex flex-col gap-3 px-3.5 pt-1 pb-3.5">
            <SpanDetail span={span} />
            <SpanLink anchor={spanAnchor(span.id)} />
          </div>
        )}
      </details>
    </li>
  );
});

/** The address of this entry, to go to or to take along. */
function SpanLink({ anchor }: { anchor: string }) {
  const t = useT();
  const address = `${location.origin}${location.pathname}#${encodeURIComponent(anchor)}`;
  return (
    <p className="flex items-center gap-1 text-faint text-xs">
      <a href={`#${encodeURIComponent(anchor)}`} className="flex items-center gap-1.5 hover:text-text">
        <Link2 aria-hidden className="size-3.5" />
        {t('trace.link')}
      </a>
      <CopyButton text={address} label={t('trace.copyLink')} />
    </p>
  );
}

function SpanLine({ span, axis }: { span: TraceSpan; axis: TimeAxis }) {
  const t = useT();
  const format = useFormat();
  const start = Date.parse(span.started_at);
  const end = span.ended_at === null ? null : Date.parse(span.ended_at);
  const attempt = span.kind === 'attempt' && span.detail.attempt > 1 ? span.detail.attempt : null;
  const first = span.kind === 'attempt' ? span.detail.first_token_at : null;
  const facts = [
    spanStatus(span, t),
    t('trace.step', { step: span.step }),
    attempt !== null && t('trace.attemptNumber', { attempt }),
  ].filter((fact) => fact !== false);
  return (
    <summary
      className={`${rowGrid} cursor-pointer py-2 text-sm -outline-offset-2 hover:bg-hover ${span.parent_id === null ? '' : '[&>span:first-child]:pl-5 [&>span:nth-child(3)]:pl-5'}`}
    >
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 [grid-area:name]">
        <span className="font-medium">{spanLabel(span, t)}</span>
        {span.name !== '' && <span className="min-w-0 break-all font-mono text-cyan text-xs">{span.name}</span>}
        <span className="text-faint text-xs">{facts.join(' · ')}</span>
      </span>
      <span className="text-right text-faint text-xs tabular-nums [grid-area:time]">
        {end === null ? t('trace.running') : span.kind === 'switch' ? '' : format.duration(end - start)}
      </span>
      <SpanFacts span={span} />
      <SpanBar
        color={spanColor(span)}
        start={start}
        end={end ?? axis.until}
        first={first === null ? null : Date.parse(first)}
        axis={axis}
      />
    </summary>
  );
}
