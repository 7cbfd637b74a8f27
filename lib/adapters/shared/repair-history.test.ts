import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetonaMessage } from '@/lib/ir';
import { assistant, call, result, user } from '@/tests/support/wire/conversation';
import { describeResult, repairHistory } from './repair-history';

const shape = (messages: MetonaMessage[]) =>
  repairHistory(messages).map(({ message, calls }) => [
    message.content,
    ...calls.map((entry) => `${entry.wireId}=${describeResult(entry.result)}`),
  ]);

describe('repairHistory', () => {
  it('situation 4: puts each result behind its call, in call order', () => {
    const messages = [
      user('q'),
      assistant('', [call('a', 'x'), call('b', 'y')]),
      user('meanwhile'),
      result('b', '2'),
      result('a', '1'),
    ];
    expect(shape(messages)).toEqual([['q'], ['', 'a=1', 'b=2'], ['meanwhile']]);
  });

  it('situation 2: answers a call nobody answered, drops orphans and second answers', () => {
    const messages = [
      assistant('', [call('a', 'x'), call('b', 'y')]),
      result('a', '1'),
      result('a', 'again'),
      result('z', 'orphan'),
    ];
    expect(shape(messages)).toEqual([['', 'a=1', expect.stringMatching(/^b=Error: no result is known/)]]);
  });

  it('leaves out what says nothing', () => {
    expect(shape([user(''), assistant('', [], { reasoningContent: 'hm' }), assistant('x')])).toEqual([[''], ['x']]);
  });

  it('situation 8: maps ids to what every provider accepts, each once', () => {
    const long = 'x'.repeat(80);
    const messages = [
      assistant('1', [
        call('tc_1', 'x', { providerCallId: 'call_0' }),
        call('tc_2', 'x', { providerCallId: 'call_0' }),
      ]),
      assistant('2', [call(long, 'x', { providerCallId: 'bad id!' }), call('tc_4', 'x', { providerCallId: '' })]),
    ];
    const ids = repairHistory(messages).flatMap(({ calls }) => calls.map((entry) => entry.wireId));
    expect(ids).toEqual(['call_0', 'tc_2', 'call_3', 'tc_4']);
  });

  it('holds for any mess', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'call_2', '!');
    const message = fc.oneof(
      fc.constant(user('u')),
      fc.array(id, { maxLength: 3 }).map((ids) =>
        assistant(
          's',
          ids.map((one) => call(one, 'x', { providerCallId: 'p' })),
        ),
      ),
      id.map((one) => result(one, 'r')),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const turns = repairHistory(messages);
        const calls = turns.flatMap((turn) => turn.calls);
        expect(turns.every((turn) => turn.message.role !== 'tool')).toBe(true);
        expect(new Set(calls.map((entry) => entry.wireId)).size).toBe(calls.length);
        expect(calls.every((entry) => /^[a-zA-Z0-9_-]{1,64}$/.test(entry.wireId))).toBe(true);
        expect(new Set(calls.map((entry) => entry.call.id)).size).toBe(calls.length);
        expect(repairHistory(messages)).toEqual(turns);
      }),
    );
  });
});

describe('describeResult', () => {
  const base = { toolCallId: 'a', toolName: 'x', result: null, success: true, durationMs: 1, timestamp: 1 };
  it.each([
    [{ ...base, summary: 'short', result: 'long' }, 'short'],
    [{ ...base, result: { sum: 3 } }, '{"sum":3}'],
    [{ ...base, result: 'text' }, 'text'],
    [base, '(no output)'],
    [{ ...base, summary: '' }, '(no output)'],
    [{ ...base, success: false, error: 'no' }, 'Error: no'],
    [{ ...base, success: false, summary: 'Error: no' }, 'Error: no'],
    [{ ...base, success: false, errorCode: 'timeout' as const }, 'Error: timeout'],
  ])('%j', (toolResult, expected) => {
    expect(describeResult(toolResult)).toBe(expected);
  });
});
