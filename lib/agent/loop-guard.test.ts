import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage, MetonaToolCall, MetonaToolErrorCode } from '@/lib/ir';
import { type CalledStep, calledSteps, countRepeats, loopError, repairError } from './loop-guard';

let minted = 0;
const call = (name: string, args: Record<string, unknown> = {}, rawArgs?: string): MetonaToolCall => {
  minted += 1;
  const base = { id: `tc_${minted}`, name, args, iteration: 1, timestamp: 0 };
  return rawArgs === undefined ? base : { ...base, rawArgs, parseError: 'no JSON' };
};
const step = (...calls: MetonaToolCall[]): CalledStep => ({ calls, results: [] });
const hash = (args: Record<string, unknown>) => JSON.stringify(Object.entries(args).sort());
const repeats = (calls: MetonaToolCall[], ...past: CalledStep[]) => countRepeats(calls, past, hash);

describe('countRepeats', () => {
  it('counts the same name and arguments, however they are ordered', () => {
    const past = [step(call('a', { x: 1, y: 2 })), step(call('a', { y: 2, x: 1 }))];
    expect(repeats([call('a', { x: 1, y: 2 })], ...past)).toEqual([3]);
    expect(repeats([call('a', { x: 1 })], ...past)).toEqual([1]);
    expect(repeats([call('b', { x: 1, y: 2 })], ...past)).toEqual([1]);
  });

  it('starts anew after a step without the call', () => {
    expect(repeats([call('a')], step(call('a')), step(call('b')), step(call('a')))).toEqual([2]);
  });

  it('counts siblings, and looks past other calls beside it', () => {
    expect(repeats([call('a'), call('b'), call('a')], step(call('a'), call('c')))).toEqual([2, 1, 3]);
  });

  it('tells broken arguments apart by their text', () => {
    const past = [step(call('a', {}, '{"x"'))];
    expect(repeats([call('a', {}, '{"x"'), call('a', {}, '{"y"'), call('a')], ...past)).toEqual([2, 1, 1]);
  });
});

describe('loopError', () => {
  it('comes with the eighth', () => {
    expect(loopError([call('a')], [7])).toBeNull();
    expect(loopError([call('b'), call('a')], [1, 8])).toMatchObject({ code: 'tool_loop', retryable: false });
  });
});

describe('repairError', () => {
  const answered = (...codes: (MetonaToolErrorCode | undefined)[]): CalledStep => ({
    calls: [],
    results: codes.map((errorCode) => ({
      toolCallId: 'tc_1',
      toolName: 'a',
      result: null,
      success: errorCode === undefined,
      durationMs: 0,
      timestamp: 0,
      ...(errorCode && { errorCode }),
    })),
  });
  const bad = answered('invalid_args');

  it('comes when two repairs in a row did not help', () => {
    expect(repairError([bad, bad], true)).toMatchObject({ code: 'parse_error', retryable: false });
    expect(repairError([bad], true)).toBeNull();
    expect(repairError([bad, bad], false)).toBeNull();
  });

  it('counts only steps in a row in which nothing was usable', () => {
    expect(repairError([bad, bad, answered(undefined), bad], true)).toBeNull();
    expect(repairError([bad, answered('invalid_args', undefined)], true)).toBeNull();
    expect(repairError([bad, answered('denied')], true)).toBeNull();
  });
});

describe('calledSteps', () => {
  it('pairs the calls of the run with their results and leaves other runs out', () => {
    const message = (runId: string, more: Partial<MetonaStoredMessage>): MetonaStoredMessage => ({
      id: 'msg_1',
      parentId: null,
      runId,
      role: 'assistant',
      content: '',
      timestamp: 0,
      ...more,
    });
    const result = { toolCallId: 'tc_x', toolName: 'a', result: null, success: true, durationMs: 0, timestamp: 0 };
    const own = call('a');
    const steps = calledSteps(
      [
        message('run_0', { toolCalls: [call('a')] }),
        message('run_1', { role: 'user' }),
        message('run_1', { toolCalls: [own] }),
        message('run_1', { role: 'tool', toolResult: result }),
        message('run_1', { content: 'words' }),
      ],
      'run_1',
    );
    expect(steps).toEqual([{ calls: [own], results: [result] }]);
  });
});
