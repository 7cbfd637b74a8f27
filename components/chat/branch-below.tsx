'use client';

import { GitBranch } from 'lucide-react';
import type { ChatState } from '@/lib/client/chat-state';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Button } from '../ui/button';
import type { ChatActions } from './chat-actions';

/** The way back to what followed the last message on other branches. */
export function BranchBelow({ state, actions }: { state: ChatState; actions: ChatActions }) {
  const t = useT();
  const format = useFormat();
  const { below, active, isStarting, loading } = state;
  if (below === null || active !== null || isStarting || loading === 'first') return null;
  return (
    <div
      data-testid="branch-below"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-xl border border-line border-dashed px-3.5 py-2 text-dim text-sm"
    >
      <GitBranch aria-hidden className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 basis-52">{t('branching.below', { count: format.number(below.count) })}</span>
      <Button size="small" onClick={() => void actions.openBranch(below.newest)}>
        {t('branching.showBelow')}
      </Button>
    </div>
  );
}
