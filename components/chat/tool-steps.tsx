'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import type { ToolPart } from '@/lib/client/run-view';
import { useT } from '../i18n/i18n-provider';
import { SavedMemory } from './saved-memory';
import { ToolCard } from './tool-card';

const MOST_SHOWN = 4;

/** A burst of steps under one headline. Few steps are listed at once, many on demand. */
export function ToolSteps({ store, parts }: { store: RunStore; parts: readonly ToolPart[] }) {
  const t = useT();
  const listId = useId();
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? parts.length <= MOST_SHOWN;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <section className="min-w-0 overflow-hidden rounded-xl border border-line-soft bg-card text-sm">
        {parts.length > 1 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setChoice(!isOpen)}
            className="flex min-h-9 w-full items-center gap-2 px-3.5 text-left text-dim hover:text-text"
          >
            <ChevronRight
              aria-hidden
              className={`size-3.5 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
            />
            <span className="font-medium text-text">{t('chat.tool.steps', { count: parts.length })}</span>
            <span className="min-w-0 flex-1 truncate font-mono text-faint text-xs">{namesOf(parts)}</span>
          </button>
        )}
        {isOpen && (
          <ul id={listId} className={parts.length > 1 ? 'border-line-soft border-t' : undefined}>
            {parts.map((part, index) => (
              <li key={part.id} className={index > 0 ? 'border-line-soft border-t' : undefined}>
                <ToolCard store={store} part={part} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {parts.map((part) => part.name === 'memory.save' && <SavedMemory key={part.id} store={store} part={part} />)}
    </div>
  );
}

function namesOf(parts: readonly ToolPart[]): string {
  return [...new Set(parts.map((part) => part.name))].join(' · ');
}
