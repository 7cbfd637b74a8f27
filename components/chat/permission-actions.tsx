'use client';

import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Kbd } from './kbd';
import type { PermissionStep } from './permission-step';

interface PermissionActionsProps {
  readonly isBusy: boolean;
  readonly canGrant: boolean;
  readonly onOnce: () => void;
  readonly onStep: (step: PermissionStep) => void;
  readonly onEdit: () => void;
}

export function PermissionActions({ isBusy, canGrant, onOnce, onStep, onEdit }: PermissionActionsProps) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:[&_button]:min-h-10 max-sm:[&_button]:w-full max-sm:[&_button]:justify-between">
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
