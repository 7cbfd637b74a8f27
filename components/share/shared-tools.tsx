'use client';

import { useId, useState } from 'react';
import type { SharedToolView } from '@/lib/client/public-share';
import type { MetonaToolResult } from '@/lib/ir';
import { KeyValues } from '../chat/key-values';
import { ScrollBox } from '../chat/scroll-box';
import { ToolResultCard } from '../chat/tool-cards/tool-result-card';
import { toolLooks } from '../chat/tool-look';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { byPosition } from './by-position';

/** The steps of an answer, each a line that opens to what went in and what came back. */
export function SharedTools({ tools }: { tools: readonly SharedToolView[] }) {
  if (tools.length === 0) return null;
  return (
    <ul className="min-w-0 divide-y divide-line-soft overflow-hidden rounded-xl border border-line-soft bg-card text-sm">
      {byPosition(tools).map(({ key, item }) => (
        <li key={key}>
          <ToolStep tool={item} />
        </li>
      ))}
    </ul>
  );
}

/** What had no result when it was published is shown as still to come, without a word about how it ended. */
function stateOf({ success }: SharedToolView): 'done' | 'failed' | 'queued' {
  if (success === null) return 'queued';
  return success ? 'done' : 'failed';
}

function ToolStep({ tool }: { tool: SharedToolView }) {
  const t = useT();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const look = toolLooks[stateOf(tool)];
  const Icon = look.icon;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2.5 px-3.5 text-left hover:bg-hover"
      >
        <Icon aria-hidden className={`size-4 shrink-0 ${look.color}`} />
        <span className="shrink-0 font-mono text-cyan text-xs max-sm:max-w-[45%] max-sm:truncate">{tool.name}</span>
        <span className="min-w-0 flex-1 truncate text-dim text-xs">{headlineOf(tool)}</span>
        {tool.success !== null && <span className={`shrink-0 text-xs ${look.color}`}>{t(look.label)}</span>}
      </button>
      {isOpen && (
        <div id={bodyId} className="flex flex-col gap-3 border-line-soft border-t px-3.5 py-3">
          {Object.keys(tool.args).length > 0 && (
            <section className="flex flex-col gap-1.5">
              <h3 className="text-faint text-xs">{t('chat.tool.arguments')}</h3>
              <ScrollBox label={t('chat.tool.arguments')} className="max-h-72">
                <KeyValues values={tool.args} />
              </ScrollBox>
            </section>
          )}
          {tool.success !== null && <ToolResultCard result={resultOf(tool)} />}
        </div>
      )}
    </>
  );
}

function headlineOf({ args }: SharedToolView): string {
  const values = Object.values(args).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return revealLine(values.join(', ').slice(0, 160));
}

/** The result as the cards of the chat take it. */
function resultOf({ name, success, result, data }: SharedToolView): MetonaToolResult {
  const base = { toolCallId: '', toolName: name, durationMs: 0, timestamp: 0 };
  if (success === true) return { ...base, success: true, result: data ?? result };
  return { ...base, success: false, result: null, error: result };
}
