import { describe, expect, it } from 'vitest';
import type { AgentRun, MetonaStoredMessage } from '@/lib/ir';
import { createRunStore } from './run-store';
import { createTurnBuilder, type Turn, type TurnSources } from './run-turns';

function message(id: string, role: MetonaStoredMessage['role'], runId: string | null): MetonaStoredMessage {
  return { id, role, content: id, timestamp: 0, parentId: null, runId };
}

function run(id: string, status: AgentRun['status']): AgentRun {
  const error = status === 'failed' ? { code: 'network_error', message: '', retryable: true } : null;
  return {
    id,
    status,
    error,
    session_id: 's',
    provider_id: 'mock',
    model: 'm',
    answered_by: null,
    limits: {},
  } as AgentRun;
}

const call = { id: 'tc_1', name: 'math.add', args: {}, iteration: 1, timestamp: 0 };
const result = { toolCallId: 'tc_1', toolName: 'math.add', result: 3, success: true, durationMs: 1, timestamp: 0 };

const history = [
  message('u1', 'user', 'r1'),
  { ...message('a1', 'assistant', 'r1'), toolCalls: [call] },
  { ...message('t1', 'tool', 'r1'), toolResult: result },
  message('a2', 'assistant', 'r1'),
  message('u2', 'user', 'r2'),
];

function sources(more: Partial<TurnSources> = {}): TurnSources {
  return { messages: history, live: new Map(), runs: new Map(), lastRunId: null, ...more };
}

function outline(turns: readonly Turn[]): string[] {
  return turns.map((turn) =>
    turn.kind === 'answer' ? `answer ${turn.store.view.runId}` : `${turn.kind} ${turn.message.id}`,
  );
}

describe('turns', () => {
  it('put everything of one run into one answer, its tool results at their calls', () => {
    const turns = createTurnBuilder().build(sources());
    expect(outline(turns)).toEqual(['user u1', 'answer r1', 'user u2']);
    const answer = turns[1];
    const parts = answer?.kind === 'answer' ? answer.store.view.parts : [];
    expect(parts.map((part) => part.kind)).toEqual(['text', 'tool', 'text']);
    expect(parts[1]).toMatchObject({ state: 'done', result: { result: 3 } });
    expect(answer?.kind === 'answer' && answer.messageIds).toEqual(['a1', 'a2']);
  });

  it('keep their identity when others come, before and after', () => {
    const builder = createTurnBuilder();
    const before = builder.build(sources());
    const after = builder.build(
      sources({ messages: [message('u0', 'user', 'r0'), ...history, message('a3', 'assistant', 'r2')] }),
    );
    expect(outline(after)).toEqual(['user u0', 'user u1', 'answer r1', 'user u2', 'answer r2']);
    expect(after[2]).not.toBe(before[0]);
    expect(after[1]).toBe(before[0]);
    expect(after[2]).toBe(before[1]);
  });

  it('show the run that is going on instead of what is stored of it', () => {
    const store = createRunStore('r1');
    const turns = createTurnBuilder().build(sources({ messages: history.slice(0, 3), live: new Map([['r1', store]]) }));
    expect(outline(turns)).toEqual(['user u1', 'answer r1']);
    expect(turns[1]?.kind === 'answer' && turns[1].store).toBe(store);
  });

  it('show a run that has stored nothing: going on, or failed', () => {
    const store = createRunStore('r2');
    const live = createTurnBuilder().build(sources({ live: new Map([['r2', store]]), lastRunId: 'r2' }));
    expect(outline(live).at(-1)).toBe('answer r2');
    const failed = createTurnBuilder()
      .build(sources({ runs: new Map([['r2', run('r2', 'failed')]]) }))
      .at(-1);
    expect(failed?.kind === 'answer' && failed.store.view.error?.code).toBe('network_error');
  });

  it('show no old failure under a question that waits to be sent', () => {
    const pending = message('pending:1', 'user', null);
    const turns = createTurnBuilder().build(
      sources({ messages: [...history, pending], runs: new Map([['r2', run('r2', 'failed')]]) }),
    );
    expect(outline(turns)).toEqual(['user u1', 'answer r1', 'user u2', 'answer r2', 'user pending:1']);
  });

  it('shows a summary anew when it was edited, and knows which one the model reads', () => {
    const summary = (id: string, content: string): MetonaStoredMessage => ({
      ...message(id, 'system', null),
      content,
      status: 'summary',
    });
    const builder = createTurnBuilder();
    const first = builder.build(sources({ messages: [...history, summary('s1', 'one'), summary('s2', 'two')] }));
    const second = builder.build(sources({ messages: [...history, summary('s1', 'one'), summary('s2', 'TWO')] }));
    const current = (turns: readonly Turn[]) =>
      turns.flatMap((turn) => (turn.kind === 'summary' ? [turn.isCurrent] : []));
    expect(current(second)).toEqual([false, true]);
    expect(second.at(-2)).toBe(first.at(-2));
    expect(second.at(-1)).toMatchObject({ id: 's2', message: { content: 'TWO' } });
  });

  it('show after a reload as well that another model took over, where it happened', () => {
    const to = { provider: 'alt', model: 'alt-1' };
    const switched = {
      type: 'switched',
      step: 1,
      from: { provider: 'main', model: 'm' },
      to,
      because: 'auth_invalid',
      at: 0,
    };
    // Nobody went on after the second interruption.
    const notices = [switched, { type: 'interrupted', step: 9 }];
    const known = { ...run('r1', 'completed'), notices } as AgentRun;
    const turns = createTurnBuilder().build(
      sources({ messages: history.map((one) => ({ ...one, iteration: 1 })), runs: new Map([['r1', known]]) }),
    );
    const answer = turns.find((turn) => turn.kind === 'answer');
    const parts = answer?.kind === 'answer' ? answer.store.view.parts : [];
    const kinds = parts.map((part) => (part.kind === 'notice' ? part.notice.type : part.kind));
    expect(kinds).toEqual(['switched', 'text', 'tool', 'text']);
    expect(parts[0]).toMatchObject({ notice: { to, because: 'auth_invalid' } });
  });

  it('show what was remembered for an answer after a reload as well', () => {
    const memory = {
      id: 'm1',
      type: 'semantic',
      content: 'Likes tea',
      source: 'user_input',
      importance: 1,
      createdAt: 0,
    };
    const known = { ...run('r1', 'completed'), recalled_memories: [memory] } as AgentRun;
    const turns = createTurnBuilder().build(sources({ runs: new Map([['r1', known]]) }));
    const answer = turns.find((turn) => turn.kind === 'answer');
    expect(answer?.kind === 'answer' && answer.store.view.parts[0]).toMatchObject({
      notice: { type: 'recalled', memories: [{ id: 'm1', content: 'Likes tea' }] },
    });
  });
});
