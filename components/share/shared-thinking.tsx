'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { MarkdownText } from '../ui/markdown-text';

/** What the model thought, folded as it is in the chat. */
export function SharedThinking({ text }: { text: string }) {
  const t = useT();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="min-w-0 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
        className="-ml-1 flex min-h-7 items-center gap-1.5 rounded-md px-1 text-dim hover:text-text"
      >
        <ChevronRight aria-hidden className={`size-3.5 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        {t('sharing.thought')}
      </button>
      {isOpen && (
        <div id={bodyId} className="mt-1 border-line border-l-2 pl-3.5 text-dim">
          <MarkdownText text={text} />
        </div>
      )}
    </section>
  );
}
