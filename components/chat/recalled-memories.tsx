'use client';

import { Brain, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { useId, useState } from 'react';
import type { RunNotice } from '@/lib/client/run-view';
import { useT } from '../i18n/i18n-provider';
import { RecalledMemory } from './recalled-memory';

const MOST_CHIPS = 3;

type Memories = Extract<RunNotice, { type: 'recalled' }>['memories'];

/** What was remembered for this answer: their beginnings at a glance, the whole texts and the way to them on demand. */
export function RecalledMemories({ memories }: { memories: Memories }) {
  const t = useT();
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const more = memories.length - MOST_CHIPS;
  return (
    <section data-testid="recalled-memories" aria-label={t('chat.memory.recalled', { count: memories.length })}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex max-w-full flex-wrap items-center gap-1.5 rounded-lg text-left text-dim text-xs hover:text-text"
      >
        <Brain aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span>{t('chat.memory.recalled', { count: memories.length })}</span>
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        {!isOpen &&
          memories.slice(0, MOST_CHIPS).map((memory) => (
            <span key={memory.id} className="max-w-52 truncate rounded-full border border-line bg-card px-2 leading-5">
              {memory.content}
            </span>
          ))}
        {!isOpen && more > 0 && <span className="text-faint">+{more}</span>}
      </button>
      {isOpen && (
        <div id={listId} className="mt-1.5 flex flex-col items-start gap-1.5">
          <ul className="flex w-full flex-col gap-1">
            {memories.map((memory) => (
              <RecalledMemory key={memory.id} id={memory.id} content={memory.content} />
            ))}
          </ul>
          <Link href="/memories" prefetch={false} className="text-cyan text-xs underline underline-offset-3">
            {t('chat.memory.manage')}
          </Link>
        </div>
      )}
    </section>
  );
}
