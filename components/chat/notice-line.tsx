'use client';

import { ArrowRightLeft, Brain, Gauge, type LucideIcon, Shrink } from 'lucide-react';
import type { RunNotice } from '@/lib/client/run-view';
import type { Translate } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { type NameOfProvider, switchText } from './switch-text';
import { useProviderNames } from './use-provider-names';

const icons: Readonly<Record<RunNotice['type'], LucideIcon>> = {
  switched: ArrowRightLeft,
  compressed: Shrink,
  recalled: Brain,
  budget: Gauge,
};

/** Something the reader should know about how this answer came about. */
export function NoticeLine({ notice }: { notice: RunNotice }) {
  const t = useT();
  const format = useFormat();
  const Icon = icons[notice.type];
  const nameOf = useProviderNames(notice.type === 'switched');
  const text = textOf(notice, t, { number: format.number, nameOf });
  return (
    <div className="flex min-w-0 items-start gap-2 text-dim text-xs">
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
      {notice.type === 'recalled' ? (
        <details className="min-w-0">
          <summary className="hover:text-text">{text}</summary>
          <ul className="mt-1 list-disc pl-4">
            {notice.memories.map((memory) => (
              <li key={memory.id}>{memory.content}</li>
            ))}
          </ul>
        </details>
      ) : (
        <span className="min-w-0 break-words">{text}</span>
      )}
    </div>
  );
}

interface Wording {
  readonly number: (value: number) => string;
  readonly nameOf: NameOfProvider;
}

function textOf(notice: RunNotice, t: Translate, { number, nameOf }: Wording): string {
  switch (notice.type) {
    case 'switched':
      return switchText(notice, t, nameOf);
    case 'compressed':
      return t('chat.notice.compressed', {
        messages: notice.messages,
        before: number(notice.before),
        after: number(notice.after),
      });
    case 'recalled':
      return t('chat.notice.recalled', { count: notice.memories.length });
    case 'budget':
      return t('chat.notice.budget', {
        budget: notice.budget,
        used: number(notice.used),
        limit: number(notice.limit),
      });
  }
}
