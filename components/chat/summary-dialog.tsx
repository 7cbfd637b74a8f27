'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Textarea } from '../ui/input';
import { Notice } from '../ui/notice';

const MOST_CHARACTERS = 100_000;

interface SummaryDialogProps {
  readonly content: string;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onSave: (content: string) => Promise<void>;
}

/** What the model is told about the turns it no longer sees, in the words of the person. */
export function SummaryDialog({ content, onOpenChange, onSave }: SummaryDialogProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [text, setText] = useState(content);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save() {
    setIsBusy(true);
    setError(undefined);
    try {
      await onSave(text.trim());
      onOpenChange(false);
    } catch (caught) {
      setError(errorText(caught));
      setIsBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save();
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={onOpenChange}
      title={t('chat.summary.editTitle')}
      description={t('chat.summary.text')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} disabled={text.trim() === ''}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-3">
        <Field label={t('chat.summary.label')}>
          {(control) => (
            <Textarea
              {...control}
              value={text}
              rows={12}
              maxLength={MOST_CHARACTERS}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}
