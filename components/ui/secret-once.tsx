'use client';

import { useT } from '../i18n/i18n-provider';
import { Button } from './button';
import { type CopyState, useCopy } from './use-copy';

/** A value that is shown this one time: selectable, wrapped, with a button to copy it. */
export function SecretOnce({ value, label }: { value: string; label: string }) {
  const t = useT();
  const { state, copy } = useCopy();
  const said: Readonly<Record<CopyState, string>> = {
    idle: '',
    copied: t('common.copied'),
    failed: t('common.copyFailed'),
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-stretch gap-2 max-sm:flex-col">
        <output
          aria-label={label}
          className="min-w-0 flex-1 select-all break-all rounded-lg border border-line bg-code px-3 py-2 font-mono text-xs leading-relaxed"
        >
          {value}
        </output>
        <Button variant="primary" onClick={() => void copy(value)}>
          {state === 'copied' ? t('common.copied') : t('common.copy')}
        </Button>
      </div>
      <span role="status" className={state === 'failed' ? 'text-red text-xs' : 'sr-only'}>
        {said[state]}
      </span>
    </div>
  );
}
