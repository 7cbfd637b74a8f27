'use client';

import { Check, Copy, X } from 'lucide-react';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from './icon-button';
import { type CopyState, useCopy } from './use-copy';

const icons: Readonly<Record<CopyState, typeof Copy>> = { idle: Copy, copied: Check, failed: X };

/** Copies `text`; says so by icon, tooltip and live region. */
export function CopyButton({
  text,
  label,
  size = 'small',
}: {
  text: string;
  label?: string;
  size?: 'small' | 'medium';
}) {
  const t = useT();
  const { state, copy } = useCopy();
  const labels: Readonly<Record<CopyState, string>> = {
    idle: label ?? t('common.copy'),
    copied: t('common.copied'),
    failed: t('common.copyFailed'),
  };
  const Icon = icons[state];
  return (
    <>
      <IconButton label={labels[state]} size={size} onClick={() => void copy(text)}>
        <Icon className={state === 'copied' ? 'text-green' : undefined} />
      </IconButton>
      <span role="status" className="sr-only">
        {state === 'idle' ? '' : labels[state]}
      </span>
    </>
  );
}
