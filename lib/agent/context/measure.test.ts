import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage, MetonaToolDef } from '@/lib/ir';
import { buildContext, type ContextSources } from './build';
import { measureContext } from './measure';

const message = (id: string, content: string): MetonaStoredMessage => ({
  id,
  role: 'user',
  content,
  timestamp: 0,
  parentId: null,
  runId: null,
});

const tool = {
  name: 'notes.list',
  description: 'Lists notes. '.repeat(20),
  parameters: {},
} as unknown as MetonaToolDef;

const memory = {
  id: 'm_1',
  type: 'semantic' as const,
  content: 'likes tea '.repeat(10),
  source: 'user_input' as const,
  importance: 0.5,
  createdAt: 0,
  accessCount: 0,
  status: 'active' as const,
} as unknown as NonNullable<ContextSources['memories']>[number];

function sources(more: Partial<ContextSources> = {}): ContextSources {
  return {
    id: 'r',
    run: { sessionId: 's', input: '', inputMessageId: 'u2', systemPrompt: null },
    iteration: 1,
    history: [message('u1', 'x'.repeat(400)), message('u2', 'y'.repeat(40))],
    tools: [tool],
    contextWindow: 4_000,
    reminder: 'Other files of this chat: "a.txt" (text/plain, 3 bytes).',
    briefing: 'A skill is there.',
    memories: [memory],
    ...more,
  };
}

describe('what a context takes', () => {
  it('is taken apart so that the parts are the whole that would be sent', () => {
    const of = sources();
    const { system, tools, files, memories, history, used } = measureContext(of);
    expect(system + tools + files + memories + history).toBe(used);
    expect(used).toBe(buildContext(of).estimatedTokens);
    expect([system, tools, files, memories].every((part) => part > 0)).toBe(true);
    expect(history).toBe(104 + 14);
  });

  it('has no part for what is not there', () => {
    const {
      reminder: _reminder,
      briefing: _briefing,
      memories: _memories,
      ...bare
    } = sources({ tools: [], history: [] });
    expect(measureContext(bare)).toMatchObject({ tools: 0, files: 0, memories: 0, history: 0 });
  });

  it('says that older turns are folded exactly when a run would fold them', () => {
    const of = sources({ contextWindow: 1_000_000 });
    const { used } = measureContext(of);
    const roomy = measureContext({ ...of, contextWindow: used * 2 });
    const full = measureContext({ ...of, contextWindow: Math.floor(used * 1.2) });
    expect([roomy.willFold, full.willFold]).toEqual([false, true]);
    expect(full.used).toBeGreaterThan(full.foldAbove);
    expect(roomy.used).toBeLessThanOrEqual(roomy.foldAbove);
  });
});
