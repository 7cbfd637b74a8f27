'use client';

import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import { type ThinkingPart, textOf } from '@/lib/client/run-view';
import { keepThinkingChoice, readThinkingChoice } from '@/lib/client/thinking-choices';
import { useRunPart } from '@/lib/client/use-run';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Markdown } from '../markdown/markdown';
import { CopyButton } from '../ui/copy-button';
import { ScrollBox } from './scroll-box';
import { useNow } from './use-now';

const CLOSES_AFTER_MS = 1000;

/** What the model thought. Open while it streams, closed a moment later, unless the reader has chosen otherwise. */
export function ThinkingCard({ store, part }: { store: RunStore; part: ThinkingPart }) {
  useRunPart(store, part);
  const t = useT();
  const bodyId = useId();
  const isRunning = !part.closed;
  const [choice, setChoice] = useState(() => readThinkingChoice(store.view, part));
  const [isLingering, setIsLingering] = useState(isRunning);
  useEffect(() => {
    if (isRunning) return setIsLingering(true);
    const timer = setTimeout(() => setIsLingering(false), CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  const isPreview = isRunning || isLingering;
  const isOpen = choice ?? isPreview;

  function toggle() {
    keepThinkingChoice(store.view, part, !isOpen);
    setChoice(!isOpen);
  }

  return (
    <section data-testid="thinking-card" data-state={isRunning ? 'running' : 'done'} className="min-w-0 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={toggle}
        className="-ml-1 flex min-h-7 items-center gap-1.5 rounded-md px-1 text-dim hover:text-text"
      >
        <ChevronRight aria-hidden className={`size-3.5 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        <ThinkingLabel part={part} isRunning={isRunning} />
      </button>
      {isOpen && (
        <div id={bodyId} className="mt-1 border-line border-l-2 pl-3.5 text-dim">
          <ScrollBox
            label={t('chat.thinking.doneUntimed')}
            className={isPreview ? 'flex max-h-64 flex-col-reverse' : 'max-h-[28rem]'}
          >
            <Markdown source={part} subscribe={store.subscribe} />
          </ScrollBox>
          {!isRunning && <CopyButton text={textOf(part)} label={t('chat.thinking.copy')} />}
        </div>
      )}
    </section>
  );
}

function ThinkingLabel({ part, isRunning }: { part: ThinkingPart; isRunning: boolean }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(isRunning);
  if (isRunning) {
    const elapsed = part.startedAt === null || now === 0 ? 0 : now - part.startedAt;
    return (
      <span className="text-amber">
        {t('chat.thinking.running')}
        {elapsed >= 1000 && <span className="ml-1.5 text-faint tabular-nums">{format.duration(elapsed)}</span>}
      </span>
    );
  }
  if (part.startedAt === null || part.endedAt === null) return t('chat.thinking.doneUntimed');
  const spent = part.endedAt - part.startedAt;
  return spent < 1000 ? t('chat.thinking.doneBriefly') : t('chat.thinking.done', { time: format.duration(spent) });
}
