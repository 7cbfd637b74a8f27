'use client';

import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from './button';
import { Dialog } from './dialog';
import { Notice } from './notice';

interface FormDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  readonly wide?: boolean;
  readonly disabled?: boolean;
  /** Rejects when it is not saved: the dialog stays and says why. */
  readonly onSave: (form: FormData) => Promise<unknown>;
  readonly children: ReactNode;
}

/** Fields in a dialog that closes once they are saved. */
export function FormDialog({ open, onOpenChange, onSave, disabled = false, children, ...dialog }: FormDialogProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save(form: FormData) {
    setIsBusy(true);
    setError(undefined);
    try {
      await onSave(form);
      onOpenChange(false);
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) void save(new FormData(event.currentTarget));
  }

  return (
    <Dialog
      {...dialog}
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} disabled={disabled}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
        {children}
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}
