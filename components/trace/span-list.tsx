'use client';

import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { PlainMessageKey } from '@/lib/i18n';
import type { TraceSpan } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { AxisHead } from './axis-head';
import { SpanRow } from './span-row';
import { createAxis } from './trace-axis';
import { hasFailed, inOrder, spanAnchor } from './trace-span';

type Choice = 'all' | 'models' | 'tools' | 'waits' | 'failed';

const choices: Readonly<Record<Choice, { label: PlainMessageKey; fits: (span: TraceSpan) => boolean }>> = {
  all: { label: 'trace.show.all', fits: () => true },
  models: { label: 'trace.show.models', fits: ({ kind }) => /attempt|compression|switch/.test(kind) },
  tools: { label: 'trace.show.tools', fits: ({ kind }) => kind === 'tool' },
  waits: { label: 'trace.show.waits', fits: ({ kind }) => /wait|pause|backoff/.test(kind) },
  failed: { label: 'trace.show.failed', fits: (span) => hasFailed(span) },
};
const FEW = 8;

/** The waterfall: every span on one axis, the one that the address names opened. */
export function SpanList({ spans }: { spans: readonly TraceSpan[] }) {
  const t = useT();
  const target = useTarget(spans);
  const [choice, setChoice] = useState<Choice>('all');
  const axis = useMemo(() => (spans.length === 0 ? null : createAxis(spans, Date.now())), [spans]);
  if (axis === null) return <EmptyState title={t('trace.empty')} />;
  const shown = inOrder(spans).filter((span) => choices[choice].fits(span) || spanAnchor(span.id) === target);
  return (
    <div className="flex flex-col gap-3">
      {spans.length > FEW && <Choices spans={spans} choice={choice} onChoice={setChoice} />}
      <div className="rounded-xl border border-line-soft bg-card">
        <AxisHead axis={axis} />
        <ol onKeyDown={moveFocus}>
          {shown.map((span) => {
            const isTarget = target === spanAnchor(span.id);
            return <SpanRow key={`${span.id}:${isTarget}`} span={span} axis={axis} isTarget={isTarget} />;
          })}
        </ol>
      </div>
    </div>
  );
}

interface ChoicesProps {
  readonly spans: readonly TraceSpan[];
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

function Choices({ spans, choice, onChoice }: ChoicesProps) {
  const t = useT();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('trace.show.title')}</legend>
      {(Object.keys(choices) as Choice[]).map((name) => {
        const count = spans.filter(choices[name].fits).length;
        return (
          <Button
            key={name}
            size="small"
            aria-pressed={choice === name}
            disabled={count === 0}
            className={choice === name ? 'border-edge bg-raise' : 'text-dim'}
            onClick={() => onChoice(name)}
          >
            {t(choices[name].label)} <span className="text-faint tabular-nums">{count}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}

/** Up and down go from entry to entry, Home and End to the first and the last; the entry itself opens with Enter. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll('summary')];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: entries.length - 1,
  };
  const next = entries[places[event.key] ?? -1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const stepHash = /^step-(\d+)$/;

/** The entry the address names, itself or as the first of its step: opened, and brought into view once it is there. */
function useTarget(spans: readonly TraceSpan[]): string | null {
  const [hash, setHash] = useState('');
  useEffect(() => {
    const read = () => setHash(decodeURIComponent(location.hash.slice(1)));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const step = Number(stepHash.exec(hash)?.[1]);
  const first = spans.find((span) => span.step === step && span.kind !== 'pause');
  const target = first ? spanAnchor(first.id) : hash;
  useEffect(() => {
    if (target === '') return;
    const entry = document.getElementById(target);
    entry?.scrollIntoView({ block: 'start' });
    entry?.querySelector('summary')?.focus({ preventScroll: true });
  }, [target]);
  return target === '' ? null : target;
}
