'use client';

import { useState } from 'react';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { FormDialog } from '../ui/form-dialog';
import { Textarea } from '../ui/input';

const MOST_CHARACTERS = 100_000;

interface SummaryDialogProps {
  readonly content: string;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onSave: (content: string) => Promise<void>;
}

/** What the model is told about the turns it no longer sees, in the words of the person. */
export function SummaryDialog({ content, onOpenChange, onSave }: SummaryDialogProps) {
  const t = useT();
  const [text, setText] = useState(content);
  return (
    <FormDialog
      open
      wide
      onOpenChange={onOpenChange}
      title={t('chat.summary.editTitle')}
      description={t('chat.summary.text')}
      disabled={text.trim() === ''}
      onSave={() => onSave(text.trim())}
    >
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
    </FormDialog>
  );
}
