'use client';

import { Check, Copy, X } from 'lucide-react';
import { useT } from '../../i18n/i18n-provider';
import { IconButton } from '../../ui/icon-button';
import { type CopyState, useCopy } from '../../ui/use-copy';

const icons: Readonly<Record<CopyState, typeof Copy>> = { idle: Copy, copied: Check, failed: X };

/** Copies code that may still be growing: the pages are joined when they are asked for, not before. */
export function CopyCode({ pages, page }: { pages: readonly string[]; page: string }) {
  const t = useT();
  const { state, copy } = useCopy();
  const labels: Readonly<Record<CopyState, string>> = {
    idle: t('chat.code.copy'),
    copied: t('common.copied'),
    failed: t('common.copyFailed'),
  };
  const Icon = icons[state];
  return (
    <>
      <IconButton label={labels[state]} size="small" onClick={() => void copy(pages.join('') + page)}>
        <Icon className={state === 'copied' ? 'text-green' : undefined} />
      </IconButton>
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : labels[state]}
      </span>
    </>
  );
}
