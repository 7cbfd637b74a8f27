'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** A part of a span that is not built before someone wants to see it. */
export function FoldedPart({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="rounded-lg border border-line-soft">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-8 w-full items-center gap-2 px-3 text-left text-dim text-xs hover:text-text"
      >
        <ChevronRight aria-hidden className={`size-3.5 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`} />
        {title}
      </button>
      {isOpen && <div className="flex flex-col gap-2.5 border-line-soft border-t px-3 py-2.5">{children}</div>}
    </section>
  );
}
