'use client';

import { type FormEvent, useId, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Input } from '../ui/input';

interface PermissionDenyProps {
  readonly isBusy: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onBack: () => void;
}

export function PermissionDeny({ isBusy, onConfirm, onBack }: PermissionDenyProps) {
  const t = useT();
  const fieldId = useId();
  const [reason, setReason] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    onConfirm(reason);
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
        onChange={(event) => setReason(event.target.value)}
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
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
