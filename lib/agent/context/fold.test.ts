import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import { afterFold, planFold } from './fold';
import { pairedHistory } from './paired-history';

const base = { parentId: null, runId: null, timestamp: 0, status: 'complete' } as const;
const asked = (id: string, content = id): MetonaStoredMessage => ({ ...base, id, role: 'user', content });
const said = (id: string, calls: string[] = []): MetonaStoredMessage => ({
  ...base,
  id,
  role: 'assistant',
  content: id,
  ...(calls.length > 0 && {
    toolCalls: calls.map((name) => ({ id: `${id}-${name}`, name, args: {}, iteration: 1, timestamp: 0 })),
  }),
});
const result = (toolCallId: string): MetonaStoredMessage => ({
  ...base,
  id: `r-${toolCallId}`,
  role: 'tool',
  content: '',
  toolResult: { toolCallId, toolName: 't', result: 1, success: true, durationMs: 1, timestamp: 0 },
});
const summary = (id: string): MetonaStoredMessage => ({ ...base, id, role: 'system', content: id, status: 'summary' });
const ids = (messages: readonly MetonaStoredMessage[]) => messages.map((message) => message.id);
const turns = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => [asked(`q${from + index}`), said(`a${from + index}`)]).flat();
const wide = { most: 1e9, aim: 1e9 };

describe('planFold', () => {
  it('keeps the last turns whole and folds all before them', () => {
    const path = [...turns(6), asked('q7')];
    const plan = planFold(path, { keepTurns: 3, questionId: 'q7', ...wide });
    expect(ids(plan?.kept ?? [])).toEqual(['q5', 'a5', 'q6', 'a6', 'q7']);
    expect(ids(plan?.fresh ?? [])).toEqual(ids(path.slice(0, 8)));
    expect(plan?.coversId).toBe('a4');
  });

  it('folds an earlier summary together with the turns after it', () => {
    const path = [...turns(2), summary('s'), ...turns(3, 3), asked('q6')];
    const plan = planFold(path, { keepTurns: 2, questionId: 'q6', ...wide });
    expect(ids(plan?.fresh ?? [])).toEqual(['s', 'q3', 'a3', 'q4', 'a4']);
    expect(ids(plan?.covered ?? [])).toEqual(ids(path.slice(0, 9)));
    expect(ids(afterFold(path))[0]).toBe('s');
  });

  it('has nothing to fold when only the question is left, or only what is folded already', () => {
    expect(planFold([asked('q1')], { keepTurns: 5, questionId: 'q1', ...wide })).toBeNull();
    const folded = [...turns(1), summary('s'), asked('q2')];
    expect(planFold(folded, { keepTurns: 1, questionId: 'q2', ...wide })).toBeNull();
  });

  it('keeps fewer turns where so many do not fit, but always the question and what follows it', () => {
    const long = 'word '.repeat(400);
    const path = [
      asked('q1', long),
      asked('q2', long),
      asked('q3', long),
      asked('q4'),
      said('a4', ['x']),
      result('a4-x'),
    ];
    const keptOf = (most: number, aim: number) =>
      ids(planFold(path, { keepTurns: 3, questionId: 'q4', most, aim })?.kept ?? [])[0];
    expect([keptOf(1100, 50), keptOf(900, 600), keptOf(900, 50), keptOf(0, 0)]).toEqual(['q2', 'q3', 'q4', 'q4']);
    const steered = [...path, asked('steer', long)];
    expect(ids(planFold(steered, { keepTurns: 1, questionId: 'q4', most: 0, aim: 0 })?.kept ?? [])[0]).toBe('q4');
  });

  it('never parts a call from its result', () => {
    const turn = fc.tuple(fc.nat({ max: 2 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 12 }), fc.nat({ max: 5 }), fc.nat(), (shape, keep, aim) => {
        const path = shape.flatMap(([calls, isFolded], index) => {
          const names = Array.from({ length: calls }, (_, at) => `t${at}`);
          const answer = said(`a${index}`, names);
          const results = names.map((name) => result(`a${index}-${name}`));
          return [asked(`q${index}`), answer, ...results, ...(isFolded ? [summary(`s${index}`)] : [])];
        });
        const plan = planFold(path, { keepTurns: keep + 1, questionId: `q${shape.length - 1}`, most: aim, aim });
        if (!plan) return;
        for (const part of [plan.covered, plan.kept]) {
          const spoken = part.filter((message) => message.status !== 'summary');
          expect(pairedHistory(spoken)).toEqual(spoken);
        }
        expect(plan.kept.map((message) => message.id)).toContain(`q${shape.length - 1}`);
        expect(ids([...plan.covered, ...plan.kept])).toEqual(ids(path));
        expect(plan.fresh.some((message) => message.status !== 'summary')).toBe(true);
      }),
    );
  });
});
