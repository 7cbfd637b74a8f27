'use client';

import { useId } from 'react';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Textarea } from '../ui/input';
import { escapeHidden } from './visible-text';

type Arguments = Record<string, unknown>;

interface PermissionEditProps {
  /** What the person has written so far. */
  readonly text: string;
  readonly original: Arguments;
  readonly onText: (text: string) => void;
  /** Null when the arguments are the model's own again. */
  readonly onDone: (args: Arguments | null) => void;
  readonly onCancel: () => void;
}

/** Arguments as a person edits them: what hides is spelt out. */
export function argumentsAsText(args: Arguments): string {
  return escapeHidden(JSON.stringify(args, null, 2));
}

function parse(text: string): { args: Arguments } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { args: value as Arguments };
    return { problem: Array.isArray(value) ? '[ ]' : String(value) };
  } catch (caught) {
    return { problem: caught instanceof Error ? caught.message : String(caught) };
  }
}

export function PermissionEdit({ text, original, onText, onDone, onCancel }: PermissionEditProps) {
  const t = useT();
  const fieldId = useId();
  const problemId = useId();
  const parsed = parse(text);
  const problem = 'problem' in parsed ? parsed.problem : null;

  function finish() {
    if (!('args' in parsed)) return;
    onDone(argumentsAsText(parsed.args) === argumentsAsText(original) ? null : parsed.args);
  }

  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={fieldId} className="font-medium">
        {t('chat.permission.editLabel')}
      </label>
      <Textarea
        id={fieldId}
        value={text}
        rows={Math.min(14, Math.max(4, text.split('\n').length))}
        spellCheck={false}
        className="font-mono"
        aria-invalid={problem !== null || undefined}
        aria-describedby={problemId}
        onChange={(event) => onText(event.target.value)}
        autoFocus
      />
      <p id={problemId} className={problem === null ? 'text-faint text-xs' : 'text-red text-xs'}>
        {problem === null ? t('chat.permission.editNote') : t('chat.permission.editInvalid', { reason: problem })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={problem !== null} onClick={finish}>
          {t('common.save')}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button variant="ghost" onClick={() => onText(argumentsAsText(original))}>
          {t('chat.permission.editReset')}
        </Button>
      </div>
    </div>
  );
}
