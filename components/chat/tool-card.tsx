'use client';

import { RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useId, useState } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import { hasEnded, type PermissionPart, type ToolPart } from '@/lib/client/run-view';
import { useRunPart, useRunStatus } from '@/lib/client/use-run';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { PermissionCard } from './permission-card';
import { ToolArguments } from './tool-arguments';
import { ToolResultCard } from './tool-cards/tool-result-card';
import { toolLooks } from './tool-look';
import { useMcpServer } from './use-mcp-server';
import { useNow } from './use-now';
import { revealLine } from './visible-text';

interface ToolCardProps {
  readonly store: RunStore;
  readonly part: ToolPart;
  /** What is asked about it, answered questions included. */
  readonly questions: readonly PermissionPart[];
  /** Says something in the conversation; absent where nothing can be said. */
  readonly onSay?: ((text: string) => void) | undefined;
}

/** One call: its state in one line, everything else when it is opened, and what only a person can decide in any case. */
export function ToolCard({ store, part, questions, onSay }: ToolCardProps) {
  useRunPart(store, part);
  const t = useT();
  const bodyId = useId();
  const [choice, setChoice] = useState(false);
  const isForced = part.state === 'awaiting' && questions.some((question) => question.status === 'open');
  const isOpen = isForced || choice;
  const look = toolLooks[part.state];
  const Icon = look.icon;
  const mcp = useMcpServer(part.name);
  const name = part.name === '' ? t('chat.tool.unnamed') : (mcp?.tool ?? part.name);
  return (
    <div data-testid="tool-card" data-state={part.state} data-tool={part.name}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        disabled={isForced}
        onClick={() => setChoice(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2.5 px-3.5 text-left enabled:hover:bg-hover"
      >
        <Icon
          aria-hidden
          className={`size-4 shrink-0 ${look.color} ${part.state === 'running' ? 'animate-spin' : ''}`}
        />
        <span className="shrink-0 font-mono text-cyan text-xs max-sm:max-w-[45%] max-sm:truncate">{name}</span>
        {mcp && (
          <span className="max-w-[30%] shrink-0 truncate text-faint text-xs" title={revealLine(mcp.server)}>
            {revealLine(mcp.server)}
          </span>
        )}
        <span className="min-w-0 flex-1 truncate text-dim text-xs">{headlineOf(part)}</span>
        <ToolTime part={part} label={t(look.label)} isSettled={look.isSettled} />
      </button>
      {questions.length > 0 && (
        <div
          id={isForced ? bodyId : undefined}
          className={`flex flex-col gap-2 pb-2 ${isForced ? 'px-2' : 'pr-3.5 pl-10'}`}
        >
          {questions.map((question) => (
            <PermissionCard key={question.id} store={store} part={question} />
          ))}
        </div>
      )}
      {isOpen && !isForced && (
        <div id={bodyId} className="flex flex-col gap-3 border-line-soft border-t px-3.5 py-3">
          {mcp && <p className="text-faint text-xs">{t('mcp.from', { server: revealLine(mcp.server) })}</p>}
          <ToolArguments part={part} />
          {part.state === 'unknown' && part.result === null && (
            <p className="text-orange">{t('chat.tool.because.outcome_unknown')}</p>
          )}
          {part.result !== null && <ToolResultCard result={part.result} />}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {onSay && <RetryStep store={store} part={part} onSay={onSay} />}
            <TraceLink runId={store.view.runId} callId={part.callId} />
          </div>
        </div>
      )}
    </div>
  );
}

interface RetryStepProps {
  readonly store: RunStore;
  readonly part: ToolPart;
  readonly onSay: (text: string) => void;
}

/** Asks the model for the same step again; while the run goes on, that is its own business. */
function RetryStep({ store, part, onSay }: RetryStepProps) {
  const t = useT();
  const { status } = useRunStatus(store);
  const { call } = part;
  if (call === null || call.parseError !== undefined || !hasEnded(status)) return null;
  const text = t('chat.tool.retryInput', { tool: call.name, args: JSON.stringify(call.args, null, 2) });
  return (
    <button
      type="button"
      onClick={() => onSay(text)}
      className="flex items-center gap-1 text-faint text-xs underline underline-offset-3 hover:text-text"
    >
      <RotateCcw aria-hidden className="size-3" />
      {t('chat.tool.retry')}
    </button>
  );
}

/** The same step on the page of the run, with its raw result and its times. */
function TraceLink({ runId, callId }: { runId: string; callId: string | null }) {
  const t = useT();
  if (runId === '' || callId === null) return null;
  return (
    <Link
      href={`/runs/${encodeURIComponent(runId)}#span-${encodeURIComponent(callId)}`}
      prefetch={false}
      className="w-fit text-faint text-xs underline underline-offset-3 hover:text-text"
    >
      {t('chat.tool.inTrace')}
    </Link>
  );
}

function ToolTime({ part, label, isSettled }: { part: ToolPart; label: string; isSettled: boolean }) {
  const format = useFormat();
  const isRunning = part.state === 'running';
  const now = useNow(isRunning);
  if (part.state === 'done' && part.result !== null) {
    return (
      <span className="shrink-0 text-faint text-xs tabular-nums">
        <span className="sr-only">{label} </span>
        {format.duration(part.result.durationMs)}
      </span>
    );
  }
  const elapsed = isRunning && part.startedAt !== null && now > 0 ? format.duration(now - part.startedAt) : '';
  const progress = part.progress === null ? '' : format.percent(part.progress.value);
  return (
    <span
      className={`shrink-0 text-xs tabular-nums ${isSettled || part.state === 'awaiting' ? toolLooks[part.state].color : 'text-dim'}`}
    >
      {[label, progress, elapsed].filter((text) => text !== '').join(' · ')}
    </span>
  );
}

/** The call in a few words: what went in, or what is going on. */
function headlineOf(part: ToolPart): string {
  if (part.progress?.message) return revealLine(part.progress.message);
  const args = part.call?.args;
  if (args === undefined) return '';
  const values = Object.values(args).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return revealLine(values.join(', ').slice(0, 160));
}
