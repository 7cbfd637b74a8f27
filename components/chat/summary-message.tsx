'use client';

import { ChevronRight, Pencil, Shrink, Undo2 } from 'lucide-react';
import { lazy, memo, Suspense, useId, useMemo, useState } from 'react';
import type { SummaryTurn } from '@/lib/client/run-turns';
import { useT } from '../i18n/i18n-provider';
import { Markdown } from '../markdown/markdown';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import type { ChatActions } from './chat-actions';

const SummaryDialog = lazy(() => import('./summary-dialog').then((module) => ({ default: module.SummaryDialog })));

interface SummaryMessageProps {
  readonly turn: SummaryTurn;
  readonly actions: ChatActions;
}

/** Where older turns were folded: a line that opens to what the model still knows of them. */
export const SummaryMessage = memo(function SummaryMessage({ turn, actions }: SummaryMessageProps) {
  const t = useT();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      data-testid="summary-message"
      data-current={turn.isCurrent}
      aria-label={t('chat.summary.title')}
      className="rounded-xl border border-line border-dashed text-dim text-sm"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 rounded-xl px-3.5 py-1.5 text-left hover:text-text"
      >
        <Shrink aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="min-w-0 flex-1">{t(turn.isCurrent ? 'chat.summary.title' : 'chat.summary.older')}</span>
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
      </button>
      {isOpen && (
        <div id={bodyId} className="flex flex-col gap-3 border-line border-t border-dashed px-3.5 py-3">
          <p className="text-faint text-xs">{t(turn.isCurrent ? 'chat.summary.text' : 'chat.summary.olderText')}</p>
          <SummaryText content={turn.message.content} />
          {turn.isCurrent && <SummaryActions turn={turn} actions={actions} />}
        </div>
      )}
    </section>
  );
});

function SummaryText({ content }: { content: string }) {
  const source = useMemo(() => ({ chunks: [content], closed: true }), [content]);
  return (
    <div className="text-text">
      <Markdown source={source} />
    </div>
  );
}

/** A summary is only a text: it can be put right, or taken back while the messages it stands for are all there. */
function SummaryActions({ turn, actions }: SummaryMessageProps) {
  const t = useT();
  const { message } = turn;
  const [step, setStep] = useState<'none' | 'edit' | 'undo'>('none');
  const close = (isOpen: boolean) => setStep((known) => (isOpen ? known : 'none'));
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => setStep('edit')}>
        <Pencil aria-hidden className="size-3.5" />
        {t('chat.summary.edit')}
      </Button>
      <Button size="small" onClick={() => setStep('undo')}>
        <Undo2 aria-hidden className="size-3.5" />
        {t('chat.summary.undo')}
      </Button>
      {step === 'edit' && (
        <Suspense>
          <SummaryDialog
            content={message.content}
            onOpenChange={close}
            onSave={(content) => actions.changeSummary(message.id, content)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={step === 'undo'}
        onOpenChange={close}
        title={t('chat.summary.undoTitle')}
        text={t('chat.summary.undoText')}
        confirmLabel={t('chat.summary.undo')}
        danger={false}
        onConfirm={() => actions.changeSummary(message.id, null)}
      />
    </div>
  );
}
