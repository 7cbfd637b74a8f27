'use client';

import type { DecisionDraft } from '@/lib/client/decision-drafts';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Kbd } from './kbd';

interface PermissionActionsProps {
  readonly isBusy: boolean;
  readonly canGrant: boolean;
  readonly onOnce: () => void;
  readonly onStep: (step: DecisionDraft['step']) => void;
  readonly onEdit: () => void;
}

export function PermissionActions({ isBusy, canGrant, onOnce, onStep, onEdit }: PermissionActionsProps) {
  const t = useT();
  return (
    <div
      data-answers=""
      className="grid grid-cols-2 gap-2 max-sm:[&_button]:min-h-11 max-sm:[&_button]:px-2 sm:flex sm:flex-wrap sm:items-center"
    >
      <Button variant="attention" busy={isBusy} onClick={onOnce}>
        {t('chat.permission.once')} <Kbd>1</Kbd>
      </Button>
      {canGrant && (
        <Button disabled={isBusy} onClick={() => onStep('session')}>
          {t('chat.permission.session')} <Kbd>2</Kbd>
        </Button>
      )}
      <Button disabled={isBusy} onClick={() => onStep('deny')}>
        {t('chat.permission.deny')} <Kbd>3</Kbd>
      </Button>
      <Button variant="ghost" className="sm:ml-auto" disabled={isBusy} onClick={onEdit}>
        {t('chat.permission.edit')}
      </Button>
    </div>
  );
}
