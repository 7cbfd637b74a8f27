'use client';

import { Shrink } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { SummaryTurn } from '@/lib/client/run-turns';
import { useT } from '../i18n/i18n-provider';
import { Markdown } from '../markdown/markdown';

/** Where older turns were folded: a line that opens to what the model still knows of them. */
export const SummaryMessage = memo(function SummaryMessage({ turn }: { turn: SummaryTurn }) {
  const t = useT();
  const source = useMemo(() => ({ chunks: [turn.message.content], closed: true }), [turn]);
  return (
    <details className="rounded-xl border border-line border-dashed px-3.5 py-2 text-dim text-sm">
      <summary className="flex items-center gap-2 hover:text-text">
        <Shrink aria-hidden className="size-3.5 text-faint" />
        {t('chat.notice.summary')}
      </summary>
      <div className="mt-2">
        <Markdown source={source} />
      </div>
    </details>
  );
});
