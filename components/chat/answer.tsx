'use client';

import { GitBranchPlus, GitFork, RefreshCw } from 'lucide-react';
import { memo } from 'react';
import { isStored } from '@/lib/client/run-outgoing';
import type { AnswerTurn } from '@/lib/client/run-turns';
import { hasEnded, textOf } from '@/lib/client/run-view';
import { useRunStatus } from '@/lib/client/use-run';
import { useT } from '../i18n/i18n-provider';
import { CopyButton } from '../ui/copy-button';
import { IconButton } from '../ui/icon-button';
import { AnswerMeta } from './answer-meta';
import { AnswerParts } from './answer-parts';
import { AnswerSources } from './answer-sources';
import { BranchSwitcher } from './branch-switcher';
import type { ChatActions } from './chat-actions';
import { ErrorCard } from './error-card';
import { PassedOverModels } from './passed-over-models';
import { RunProgress } from './run-progress';

interface AnswerProps {
  readonly turn: AnswerTurn;
  readonly actions: ChatActions;
}

/** One answer: live, finished or failed, by the same components. */
export const Answer = memo(function Answer({ turn, actions }: AnswerProps) {
  const { store } = turn;
  return (
    <article data-testid="message-assistant" className="flex min-w-0 flex-col gap-3.5">
      <AnswerParts store={store} onSay={actions.say} />
      <RunProgress store={store} onStop={actions.stop} />
      <AnswerEnd turn={turn} actions={actions} />
    </article>
  );
});

function AnswerEnd({ turn, actions }: AnswerProps) {
  const t = useT();
  const { store, question } = turn;
  const view = useRunStatus(store);
  if (!hasEnded(view.status)) return null;
  const asked = question !== null && isStored(question) ? question : null;
  return (
    <>
      {view.status === 'cancelled' && <p className="text-dim text-sm">{t('chat.error.cancelled')}</p>}
      {view.error !== null && view.status === 'failed' && (
        <>
          <ErrorCard
            error={view.error}
            onRetry={asked === null ? undefined : () => actions.again(asked)}
            onEdit={asked === null ? undefined : () => actions.edit(asked)}
            onContinue={() => actions.say(t('chat.error.goOnInput'))}
          />
          <PassedOverModels runId={view.runId} code={view.error.code} />
        </>
      )}
      <AnswerSources store={store} />
      <footer className="-mt-2 flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <AnswerActions turn={turn} actions={actions} />
        <AnswerMeta store={store} spent={turn.spent} />
      </footer>
    </>
  );
}

function AnswerActions({ turn, actions }: AnswerProps) {
  const t = useT();
  const { store, question, messageIds } = turn;
  const text = store.view.parts
    .filter((part) => part.kind === 'text')
    .map(textOf)
    .join('\n\n');
  const lastId =
    messageIds.at(-1) ?? store.view.committed.findLast((message) => message.role === 'assistant')?.id ?? null;
  return (
    <div className="-ml-1.5 flex items-center gap-0.5">
      {text !== '' && <CopyButton text={text} label={t('chat.actions.copyAnswer')} />}
      {question !== null && isStored(question) && (
        <IconButton label={t('chat.actions.regenerate')} size="small" onClick={() => actions.again(question)}>
          <RefreshCw />
        </IconButton>
      )}
      {lastId !== null && (
        <IconButton label={t('chat.actions.fork')} size="small" onClick={() => actions.fork(lastId)}>
          <GitFork />
        </IconButton>
      )}
      {lastId !== null && (
        <IconButton label={t('branching.goOn')} size="small" onClick={() => actions.goOnFrom(lastId)}>
          <GitBranchPlus />
        </IconButton>
      )}
      <BranchSwitcher siblings={turn.siblings} of="answers" onOpen={actions.openBranch} />
    </div>
  );
}
