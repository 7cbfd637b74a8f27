'use client';

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { readNoteChange } from '@/lib/client/note-change';
import type { DecisionBody } from '@/lib/client/run-api';
import type { PermissionRequest } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { Badge } from '../ui/badge';
import { Notice } from '../ui/notice';
import { KeyValues } from './key-values';
import { PermissionActions } from './permission-actions';
import { PermissionDeny } from './permission-deny';
import { argumentsAsText, PermissionEdit } from './permission-edit';
import { moveByArrow, useFocusHandover, useFocusWhenIdle } from './permission-focus';
import { riskLooks } from './permission-look';
import { PermissionSession } from './permission-session';
import { permissionCause, permissionTitle, permissionWhy, toolWords } from './permission-why';
import { ProposedFile, proposedWrite } from './proposed-file';
import { ProposedNote } from './proposed-note';
import { ProposedTask, proposedTask } from './proposed-task';
import { RevealedText } from './revealed-text';
import { ScrollBox } from './scroll-box';
import { useDecision } from './use-decision';
import { useDecisionDraft } from './use-decision-draft';
import { useMcpServer } from './use-mcp-server';
import { revealLine } from './visible-text';

interface OpenPermissionProps {
  readonly request: PermissionRequest;
  /** The question is closed, by this person or by someone who was faster. */
  readonly onSettled: (request: PermissionRequest) => void;
}

/** A question only a person can answer, with everything there is to press. */
export function OpenPermission({ request, onSettled }: OpenPermissionProps) {
  const t = useT();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const { draft, change } = useDecisionDraft(request.id);
  const { step, edited } = draft;
  const isEditing = draft.editing !== null;
  const { decide, isBusy, error } = useDecision(request, onSettled);
  const args = edited ?? request.tool_call.args;
  const canGrant = request.grant_scope !== null;
  useFocusWhenIdle(card);
  useFocusHandover(card);

  function answer(decision: DecisionBody['decision'], reason = '') {
    // The buttons are about to be disabled, which would lose the focus.
    if (card.current?.contains(document.activeElement)) card.current.focus({ preventScroll: true });
    const trimmed = reason.trim();
    void decide({
      decision,
      ...(trimmed !== '' && { reason: trimmed }),
      ...(edited !== null && decision !== 'deny' && { args: edited }),
    });
  }

  /** To the first choice; what was written as a reason is kept. */
  function back() {
    change({ step: 'ask' });
    card.current?.focus({ preventScroll: true });
  }

  function pressKey(event: KeyboardEvent<HTMLElement>) {
    if (isBusy || isEditing || !isPlainKey(event)) return;
    const act = {
      '1': () => answer('allow_once'),
      '2': () => canGrant && change({ step: 'session' }),
      '3': () => change({ step: 'deny' }),
    }[event.key];
    if (act !== undefined) act();
    else if (event.key === 'Escape' && step !== 'ask') back();
    else if (!moveByArrow(event.key, card.current)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section
      ref={card}
      aria-labelledby={titleId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the card takes the keys 1, 2 and 3
      tabIndex={0}
      data-testid="permission-card"
      data-state="open"
      data-request={request.id}
      onKeyDown={pressKey}
      className="min-w-0 rounded-xl border border-amber/40 bg-card bg-linear-to-b from-amber-soft to-70% to-transparent text-sm shadow-float"
    >
      <PermissionHead request={request} titleId={titleId} />
      <div className="flex flex-col gap-3 px-3.5 pb-3.5 sm:px-4 sm:pb-4">
        {draft.editing !== null ? (
          <PermissionEdit
            text={draft.editing}
            original={request.tool_call.args}
            onText={(text) => change({ editing: text })}
            onDone={(next) => change({ edited: next, editing: null })}
            onCancel={() => change({ editing: null })}
          />
        ) : (
          <PermissionArguments request={request} args={args} isEdited={edited !== null} />
        )}
        {error !== null && <Notice tone="error">{t('chat.permission.failed', { reason: error })}</Notice>}
        {!isEditing && step === 'ask' && (
          <PermissionActions
            isBusy={isBusy}
            canGrant={canGrant}
            onOnce={() => answer('allow_once')}
            onStep={(next) => change({ step: next })}
            onEdit={() => change({ editing: argumentsAsText(args) })}
          />
        )}
        {!isEditing && step === 'session' && request.grant_scope !== null && (
          <PermissionSession
            scope={request.grant_scope}
            isBusy={isBusy}
            onConfirm={() => answer('allow_session')}
            onBack={back}
          />
        )}
        {!isEditing && step === 'deny' && (
          <PermissionDeny
            reason={draft.reason}
            isBusy={isBusy}
            onReason={(reason) => change({ reason })}
            onConfirm={() => answer('deny', draft.reason)}
            onBack={back}
          />
        )}
      </div>
    </section>
  );
}

function PermissionHead({ request, titleId }: { request: PermissionRequest; titleId: string }) {
  const t = useT();
  const risk = riskLooks[request.risk_level];
  const description = toolWords(request);
  const server = useMcpServer(request.tool_call.name)?.server ?? null;
  const cause = permissionCause(request, t);
  return (
    <header className="px-3.5 pt-3 pb-2.5 sm:px-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 id={titleId} className="min-w-0 font-semibold text-base">
          {permissionTitle(request, t)}
        </h3>
        <Badge tone={risk.tone}>{t(risk.label)}</Badge>
        <span className="ml-auto text-amber text-xs">{t('chat.permission.waits')}</span>
      </div>
      {description !== '' && (
        <ScrollBox label={request.tool.name} className="mt-1 max-h-40 text-dim">
          <RevealedText text={description} />
        </ScrollBox>
      )}
      <p className="mt-0.5">
        {server === null ? permissionWhy(request, t) : t('mcp.why', { server: revealLine(server) })}{' '}
        <span className="break-words text-faint text-xs">
          {t('chat.permission.key', { permission: request.permission })}
        </span>
      </p>
      {cause !== null && <p className="mt-1 text-amber">{cause}</p>}
    </header>
  );
}

interface PermissionArgumentsProps {
  readonly request: PermissionRequest;
  readonly args: Record<string, unknown>;
  readonly isEdited: boolean;
}

/** What would change, beside what is there now, for calls of which that can be said. */
function proposalOf(request: PermissionRequest, args: Record<string, unknown>): ReactNode {
  const { name } = request.tool_call;
  const write = proposedWrite(name, args);
  if (write !== null) return <ProposedFile sessionId={request.session_id} write={write} />;
  const noteChange = readNoteChange(name, args);
  if (noteChange !== null) return <ProposedNote change={noteChange} />;
  const task = proposedTask(name, args);
  return task && <ProposedTask id={task.id} change={task.change} />;
}

function PermissionArguments({ request, args, isEdited }: PermissionArgumentsProps) {
  const t = useT();
  const proposal = proposalOf(request, args);
  if (Object.keys(args).length === 0) return <p className="text-dim">{t('chat.tool.noArguments')}</p>;
  return (
    <div>
      {proposal !== null ? (
        <>
          {proposal}
          <details className="mt-1.5">
            <summary className="w-fit cursor-pointer text-dim text-xs hover:text-text">
              {t('chat.tool.arguments')}
            </summary>
            <AllArguments args={args} />
          </details>
        </>
      ) : (
        <AllArguments args={args} />
      )}
      {isEdited && <p className="mt-1 text-amber text-xs">{t('chat.permission.editNote')}</p>}
    </div>
  );
}

function AllArguments({ args }: { args: Record<string, unknown> }) {
  const t = useT();
  return (
    <ScrollBox label={t('chat.tool.arguments')} className="max-h-[45dvh] max-sm:max-h-[26dvh]">
      <KeyValues values={args} />
    </ScrollBox>
  );
}

/** Typing in a field is never a decision, and neither is a shortcut of the browser. */
function isPlainKey(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.nativeEvent.isComposing) return false;
  return !(event.target instanceof HTMLElement && event.target.matches('input, textarea, select, [contenteditable]'));
}
