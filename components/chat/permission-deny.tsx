'use client';

import { type FormEvent, useId } from 'react';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Input } from '../ui/input';

interface PermissionDenyProps {
  readonly reason: string;
  readonly isBusy: boolean;
  readonly onReason: (reason: string) => void;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

export function PermissionDeny({ reason, isBusy, onReason, onConfirm, onBack }: PermissionDenyProps) {
  const t = useT();
  const fieldId = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    onConfirm();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={fieldId} className="font-medium">
        {t('chat.permission.denyReason')}
      </label>
      <Input
        id={fieldId}
        value={reason}
        maxLength={500}
        placeholder={t('chat.permission.denyPlaceholder')}
        onChange={(event) => onReason(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onBack()}
        autoFocus
      />
      <div data-answers="" className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={isBusy}>
          {t('chat.permission.denyConfirm')}
        </Button>
        <Button disabled={isBusy} onClick={onBack}>
          {t('chat.permission.back')}
        </Button>
      </div>
    </form>
  );
}
