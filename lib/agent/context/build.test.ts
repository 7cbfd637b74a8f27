import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import type { RunRecord } from '../ports';
import { buildContext, defaultSystemPrompt } from './build';

function message(id: string, more: Partial<MetonaStoredMessage> = {}): MetonaStoredMessage {
  return { id, parentId: null, runId: null, role: 'user', content: id, timestamp: 0, status: 'complete', ...more };
}

const run = { sessionId: 's_1', input: 'ask', systemPrompt: null } as unknown as RunRecord;
const base = { id: 'r_1', run, iteration: 1, tools: [], contextWindow: 1_000 };

describe('buildContext', () => {
  it('situation 13: leaves out answers that were stopped half-way', () => {
    const history = [message('q1'), message('half', { role: 'assistant', status: 'partial' }), message('q2')];
    expect(buildContext({ ...base, history }).history.map(({ id }) => id)).toEqual(['q1', 'q2']);
  });

  it('keeps summaries and answers', () => {
    const history = [message('sum', { status: 'summary' }), message('q'), message('a', { role: 'assistant' })];
    expect(buildContext({ ...base, history }).history.length).toBe(3);
  });

  it('adds a reminder to the prompt without touching the rest of it', () => {
    const { systemPrompt } = buildContext({ ...base, history: [], reminder: 'shorter' });
    expect(systemPrompt).toEqual({ ...defaultSystemPrompt, dynamicReminders: 'shorter' });
    const own = { ...run, systemPrompt: { ...defaultSystemPrompt, dynamicReminders: 'be kind' } } as RunRecord;
    const both = buildContext({ ...base, run: own, history: [], reminder: 'shorter' }).systemPrompt;
    expect(both.dynamicReminders).toBe('be kind\nshorter');
  });

  it('keeps what tools say about them in the lasting part, before the reminder', () => {
    const { systemPrompt } = buildContext({ ...base, history: [], briefing: 'tools say', reminder: 'shorter' });
    expect(systemPrompt).toEqual({
      ...defaultSystemPrompt,
      safetyGuidelines: `${defaultSystemPrompt.safetyGuidelines}\n\ntools say`,
      dynamicReminders: 'shorter',
    });
  });

  it('says how full the window is', () => {
    const small = buildContext({ ...base, history: [message('q')] });
    expect([small.needsCompression, small.usageRatio > 0 && small.usageRatio < 0.5]).toEqual([false, true]);
    const full = buildContext({ ...base, history: [message('q', { content: 'word '.repeat(800) })] });
    expect([full.needsCompression, full.usageRatio > 1]).toEqual([true, true]);
  });
});
