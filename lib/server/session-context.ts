import 'server-only';
import { z } from 'zod';
import { briefingOf } from '@/lib/agent/attempt';
import { measureContext } from '@/lib/agent/context/measure';
import { describeFiles, FILE_READER } from '@/lib/agent/files-note';
import type { AdapterSource, RunStore, SettingsSource, ToolSource, WorkspaceFiles } from '@/lib/agent/ports';
import type { FullMemoryStore } from '@/lib/db/memory-store';
import type { MessageCosts } from '@/lib/db/message-costs';
import type { MetonaModelRef } from '@/lib/ir';

const tokens = z.number().int();

/** What the next message would send beside itself, in tokens; `reserve` is kept free for it and its answer. */
export const sessionContextSchema = z.object({
  provider: z.string(),
  model: z.string(),
  window: tokens,
  used: tokens,
  parts: z.object({ system: tokens, tools: tokens, files: tokens, memories: tokens, history: tokens }),
  reserve: tokens,
  /** Above it older turns are folded into a summary. */
  fold_above: tokens,
  will_fold: z.boolean(),
});
type SessionContext = z.infer<typeof sessionContextSchema>;

export interface SessionContextDependencies {
  readonly chooseModel: (userId: string, wanted: { provider?: string; model?: string }) => Promise<MetonaModelRef>;
  readonly adapters: Pick<AdapterSource, 'open'>;
  readonly tools: ToolSource;
  readonly settings: SettingsSource;
  readonly files: Pick<WorkspaceFiles, 'list'>;
  readonly memories: Pick<FullMemoryStore, 'findUsable'>;
  readonly messages: Pick<MessageCosts, 'recalledLast'>;
  readonly history: Pick<RunStore, 'loadHistory'>;
}

export interface ContextRequest {
  readonly sessionId: string;
  readonly headMessageId: string | null;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
}

/** How full the window of a model is with a conversation: measured by what builds the context of a run. */
export function createSessionContext(dependencies: SessionContextDependencies) {
  const { chooseModel, adapters, tools, settings, files, memories, messages, history } = dependencies;

  /** Memories are looked for when the words are there; until then those of the last answer stand for them. */
  const recalled = async (userId: string, sessionId: string) => {
    const { memoryMode } = await settings.load(userId, { as: 'lately' });
    const ids = memoryMode === 'off' ? [] : await messages.recalledLast({ userId, sessionId });
    return ids.length === 0 ? [] : await memories.findUsable(userId, ids, { sessionId });
  };

  const gather = async (userId: string, { sessionId, headMessageId }: ContextRequest) => {
    const [offered, listed, path, remembered] = await Promise.all([
      tools.list(userId, { as: 'lately' }),
      files.list(userId, sessionId),
      headMessageId === null ? [] : history.loadHistory(userId, sessionId, headMessageId),
      recalled(userId, sessionId),
    ]);
    const byName = new Map(offered.map((tool) => [tool.def.name, tool]));
    const briefing = briefingOf({ closing: false, tools: byName });
    const reminder = byName.has(FILE_READER) ? describeFiles(listed, '') : undefined;
    return {
      tools: offered.map((tool) => tool.def),
      history: path,
      memories: remembered,
      ...(briefing !== undefined && { briefing }),
      ...(reminder !== undefined && { reminder }),
    };
  };

  return async (userId: string, request: ContextRequest): Promise<SessionContext> => {
    const { sessionId, provider, model } = request;
    const [chosen, sources] = await Promise.all([
      chooseModel(userId, { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) }),
      gather(userId, request),
    ]);
    const adapter = await adapters.open(userId, chosen);
    const { used, window, foldAbove, willFold, ...parts } = measureContext({
      ...sources,
      id: '',
      run: { sessionId, input: '', inputMessageId: '', systemPrompt: null },
      iteration: 1,
      contextWindow: adapter.getContextWindow(chosen.model),
    });
    const limits = { window, used, reserve: window - foldAbove, fold_above: foldAbove, will_fold: willFold };
    return { ...chosen, ...limits, parts };
  };
}
