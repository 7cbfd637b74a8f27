'use client';

import { Check, CircleAlert, CloudOff, type LucideIcon, Pencil } from 'lucide-react';
import type { DraftState } from '@/lib/client/note-draft';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Spinner } from '../ui/spinner';

const looks: Readonly<Record<DraftState, { label: PlainMessageKey; color: string; icon: LucideIcon | null }>> = {
  saved: { label: 'notes.state.saved', color: 'text-faint', icon: Check },
  unsaved: { label: 'notes.state.unsaved', color: 'text-dim', icon: Pencil },
  saving: { label: 'notes.state.saving', color: 'text-dim', icon: null },
  failed: { label: 'notes.state.failed', color: 'text-red', icon: CloudOff },
  conflict: { label: 'notes.state.conflict', color: 'text-orange', icon: CircleAlert },
  gone: { label: 'notes.state.gone', color: 'text-orange', icon: CircleAlert },
};

interface SaveStateProps {
  readonly state: DraftState;
  /** Nothing was ever written. */
  readonly isBlank: boolean;
  readonly failure: unknown;
}

/** Where what was written is by now: said in words, and announced when it changes for the worse. */
export function SaveState({ state, isBlank, failure }: SaveStateProps) {
  const t = useT();
  const errorText = useErrorText();
  const { label, color, icon: Icon } = looks[state];
  const isTrouble = state === 'failed' || state === 'conflict' || state === 'gone';
  return (
    <p
      data-testid="save-state"
      data-state={state}
      aria-live={isTrouble ? 'assertive' : 'off'}
      className={`flex min-w-0 items-center gap-1.5 text-xs ${color}`}
    >
      {Icon === null ? <Spinner /> : <Icon aria-hidden className="size-3.5 shrink-0" />}
      <span className="min-w-0 break-words">
        {isBlank && state === 'saved' ? t('notes.state.blank') : t(label)}
        {state === 'failed' && ` (${errorText(failure)})`}
      </span>
    </p>
  );
}
