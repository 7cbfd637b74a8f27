import { describe, expect, it } from 'vitest';
import { boundedView, capped, errorResult, STATUS_OF_ERROR, successResult } from './tool-result';

const call = { id: 'tc_1', name: 'box.read', args: {}, iteration: 1, timestamp: 0 };
const now = { now: 5, durationMs: 3 };

describe('capped', () => {
  it('keeps head and tail and says how much is missing', () => {
    const text = `${'a'.repeat(500)}${'z'.repeat(500)}`;
    const short = capped(text, 100);
    expect(short).toMatch(/^a{75}\n\[… 900 of 1000 characters left out.*trace …\]\nz{25}$/);
    expect(capped(text, 1_000)).toBe(text);
  });
});

describe('tool results', () => {
  it('lets the model read the summary, or the data as JSON', () => {
    expect(successResult(call, { result: { a: 1 } }, now)).toMatchObject({ summary: '{"a":1}', result: { a: 1 } });
    expect(successResult(call, { result: { a: 1 }, summary: 'one' }, now)).toMatchObject({ summary: 'one' });
    expect(successResult(call, { result: undefined }, now)).toMatchObject({ summary: 'null', result: null });
  });

  it('situation 25: caps what the model reads by the tool and keeps the data whole', () => {
    const result = 'x'.repeat(10_000);
    const kept = successResult(call, { result }, { ...now, maxChars: 200 });
    expect([kept.result === result, (kept.summary?.length ?? 0) < 350]).toEqual([true, true]);
  });

  it('shows watchers long data as the ends of its JSON', () => {
    const short = successResult(call, { result: 'short' }, now);
    expect(boundedView(short)).toBe(short);
    const long = successResult(call, { result: { text: 'x'.repeat(100_000) } }, now);
    expect(boundedView(long)).toMatchObject({ summary: long.summary, result: { truncated: true } });
    expect(JSON.stringify(boundedView(long)).length).toBeLessThan(50_000);
  });

  it('ends a call in the state its error says', () => {
    expect(errorResult(call, ['denied', 'no'], now)).toMatchObject({ success: false, error: 'no', summary: 'no' });
    expect(STATUS_OF_ERROR.outcome_unknown).toBe('outcome_unknown');
    expect(STATUS_OF_ERROR.timeout).toBe('timed_out');
  });
});
