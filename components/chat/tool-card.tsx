'use client';

import Link from 'next/link';
import { useId, useState } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import type { ToolPart } from '@/lib/client/run-view';
import { useRunPart } from '@/lib/client/use-run';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { ToolArguments } from './tool-arguments';
import { ToolResultCard } from './tool-cards/tool-result-card';
import { toolLooks } from './tool-look';
import { useMcpServer } from './use-mcp-server';
import { useNow } from './use-now';
import { revealLine } from './visible-text';

/** One call: its state in one line, everything else when it is opened. */
export function ToolCard({ store, part }: { store: RunStore; part: ToolPart }) {
  useRunPart(store, part);
  const t = useT();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
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
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2.5 px-3.5 text-left hover:bg-hover"
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
      {isOpen && (
        <div id={bodyId} className="flex flex-col gap-3 border-line-soft border-t px-3.5 py-3">
          {mcp && <p className="text-faint text-xs">{t('mcp.from', { server: revealLine(mcp.server) })}</p>}
          <ToolArguments part={part} />
          {part.state === 'unknown' && <p className="text-orange">{t('chat.tool.unknownText')}</p>}
          {part.result !== null && <ToolResultCard result={part.result} />}
          <TraceLink runId={store.view.runId} callId={part.callId} />
        </div>
      )}
    </div>
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
    <span className={`shrink-0 text-xs tabular-nums ${isSettled ? toolLooks[part.state].color : 'text-dim'}`}>
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
