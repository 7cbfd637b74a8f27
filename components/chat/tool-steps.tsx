'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import type { ToolPart, ToolState } from '@/lib/client/run-view';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import type { Questions } from './answer-groups';
import { SavedMemory } from './saved-memory';
import { ToolCard } from './tool-card';
import { toolLooks } from './tool-look';

const MOST_SHOWN = 4;
/** What goes on comes before what went wrong. */
const toldFirst: readonly ToolState[] = [
  'awaiting',
  'running',
  'receiving',
  'queued',
  'failed',
  'unknown',
  'denied',
  'cancelled',
];

interface ToolStepsProps {
  readonly store: RunStore;
  readonly parts: readonly ToolPart[];
  readonly questions: Questions;
  readonly onSay?: ((text: string) => void) | undefined;
}

/** A burst of steps under one headline. Few steps are listed at once, many on demand, all while one waits for a decision. */
export function ToolSteps({ store, parts, questions, onSay }: ToolStepsProps) {
  const listId = useId();
  const [choice, setChoice] = useState<boolean | null>(null);
  useStates(store, parts);
  const isForced = parts.some((part) => part.state === 'awaiting');
  const isOpen = isForced || (choice ?? parts.length <= MOST_SHOWN);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <section className="min-w-0 overflow-hidden rounded-xl border border-line-soft bg-card text-sm">
        {parts.length > 1 && (
          <button
            type="button"
            data-testid="tool-burst"
            aria-expanded={isOpen}
            aria-controls={listId}
            disabled={isForced}
            onClick={() => setChoice(!isOpen)}
            className="flex min-h-9 w-full items-center gap-2 px-3.5 text-left text-dim enabled:hover:text-text"
          >
            <ChevronRight
              aria-hidden
              className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
            <BurstHeadline parts={parts} />
          </button>
        )}
        {isOpen && (
          <ul id={listId} className={parts.length > 1 ? 'border-line-soft border-t' : undefined}>
            {parts.map((part, index) => (
              <li key={part.id} className={index > 0 ? 'border-line-soft border-t' : undefined}>
                <ToolCard store={store} part={part} questions={questions.get(part.callId ?? '') ?? []} onSay={onSay} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {parts.map((part) => part.name === 'memory.save' && <SavedMemory key={part.id} store={store} part={part} />)}
    </div>
  );
}

/** How many, which, and how it stands with them; nothing but how long it took when all went well. */
function BurstHeadline({ parts }: { parts: readonly ToolPart[] }) {
  const t = useT();
  const format = useFormat();
  const told = toldFirst.find((state) => parts.some((part) => part.state === state));
  const count = parts.filter((part) => part.state === told).length;
  const spent = parts.reduce((sum, part) => sum + (part.result?.durationMs ?? 0), 0);
  return (
    <>
      <span className="shrink-0 font-medium text-text">{t('chat.tool.steps', { count: parts.length })}</span>
      <span className="min-w-0 flex-1 truncate font-mono text-faint text-xs">{namesOf(parts)}</span>
      <span className={`shrink-0 text-xs tabular-nums ${told === undefined ? 'text-faint' : toolLooks[told].color}`}>
        {told === undefined ? format.duration(spent) : `${count > 1 ? `${count} × ` : ''}${t(toolLooks[told].label)}`}
      </span>
    </>
  );
}

/** Renders again when the state of a step changes, never for a piece of its arguments. */
function useStates(store: RunStore, parts: readonly ToolPart[]): void {
  const states = () => parts.map((part) => part.state).join();
  useSyncExternalStore(store.subscribe, states, states);
}

function namesOf(parts: readonly ToolPart[]): string {
  return [...new Set(parts.map((part) => part.name))].join(' · ');
}
