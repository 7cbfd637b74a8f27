'use client';

import { ArrowRightLeft, Gauge, History, type LucideIcon, Shrink } from 'lucide-react';
import type { RunNotice } from '@/lib/client/run-view';
import type { Translate } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { RecalledMemories } from './recalled-memories';
import { SteeredMessage } from './steered-message';
import { type NameOfProvider, switchText } from './switch-text';
import { useProviderNames } from './use-provider-names';

const icons: Readonly<Record<LineNotice['type'], LucideIcon>> = {
  switched: ArrowRightLeft,
  compressed: Shrink,
  budget: Gauge,
  interrupted: History,
};

type LineNotice = Exclude<RunNotice, { type: 'recalled' | 'steered' }>;

/** Something the reader should know about how this answer came about. */
export function NoticeLine({ notice }: { notice: RunNotice }) {
  if (notice.type === 'steered') return <SteeredMessage text={notice.text} />;
  return notice.type === 'recalled' ? <RecalledMemories memories={notice.memories} /> : <Line notice={notice} />;
}

function Line({ notice }: { notice: LineNotice }) {
  const t = useT();
  const format = useFormat();
  const Icon = icons[notice.type];
  const nameOf = useProviderNames(notice.type === 'switched');
  const text = textOf(notice, t, { number: format.number, nameOf });
  return (
    <div className="flex min-w-0 items-start gap-2 text-dim text-xs">
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 break-words">{text}</span>
    </div>
  );
}

interface Wording {
  readonly number: (value: number) => string;
  readonly nameOf: NameOfProvider;
}

function textOf(notice: LineNotice, t: Translate, { number, nameOf }: Wording): string {
  switch (notice.type) {
    case 'switched':
      return switchText(notice, t, nameOf);
    case 'compressed':
      return t('chat.notice.compressed', {
        messages: notice.messages,
        before: number(notice.before),
        after: number(notice.after),
      });
    case 'interrupted':
      return t('chat.notice.interrupted');
    case 'budget':
      return t('chat.notice.budget', {
        budget: notice.budget,
        used: number(notice.used),
        limit: number(notice.limit),
      });
  }
}
