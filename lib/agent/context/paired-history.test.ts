import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage } from '@/lib/ir';
import { pairedHistory } from './paired-history';

const base = { parentId: null, runId: null, timestamp: 0, status: 'complete' } as const;
const said = (text: string, calls: string[] = []): MetonaStoredMessage => ({
  ...base,
  id: text,
  role: 'assistant',
  content: text,
  providerState: { provider: 'p', model: 'm', data: 1 },
  ...(calls.length > 0 && {
    toolCalls: calls.map((id) => ({ id, name: 'box.read', args: {}, iteration: 1, timestamp: 0 })),
  }),
});
const asked = (text: string): MetonaStoredMessage => ({ ...base, id: text, role: 'user', content: text });
const result = (toolCallId: string): MetonaStoredMessage => ({
  ...base,
  id: `r-${toolCallId}`,
  role: 'tool',
  content: '',
  toolResult: { toolCallId, toolName: 'box.read', result: 1, success: true, durationMs: 1, timestamp: 0 },
});
const shape = (messages: MetonaStoredMessage[]) =>
  messages.map((message) => `${message.id}${message.toolCalls ? `(${message.toolCalls.map(({ id }) => id)})` : ''}`);

describe('pairedHistory', () => {
  it('leaves a whole conversation as it is', () => {
    const whole = [asked('q'), said('a', ['1', '2']), result('1'), result('2'), said('b')];
    expect(pairedHistory(whole)).toEqual(whole);
  });

  it('situation 4: puts results behind their calls and in their order', () => {
    const mixed = [said('a', ['1', '2']), result('2'), asked('q'), result('1')];
    expect(shape(pairedHistory(mixed))).toEqual(['a(1,2)', 'r-1', 'r-2', 'q']);
  });

  it('situation 2: keeps only the words of an answer whose calls are not all answered', () => {
    const cut = pairedHistory([said('a', ['1', '2']), result('1'), asked('q')]);
    expect(shape(cut)).toEqual(['a', 'q']);
    expect(cut[0]).not.toHaveProperty('providerState');
    expect(shape(pairedHistory([said('', ['1']), asked('q')]))).toEqual(['q']);
  });

  it('situation 8: drops results without a call, and calls whose id was there before', () => {
    expect(shape(pairedHistory([result('9'), asked('q'), result('8')]))).toEqual(['q']);
    const twice = [said('a', ['1']), result('1'), said('b', ['1']), result('1')];
    expect(shape(pairedHistory(twice))).toEqual(['a(1)', 'r-1', 'b']);
    expect(shape(pairedHistory([said('a', ['1', '1']), result('1')]))).toEqual(['a']);
  });

  it('situation 2: is paired whatever comes in', () => {
    const id = fc.constantFrom('1', '2', '3', '4');
    const any = fc.oneof(
      fc.array(id, { maxLength: 3 }).map((ids) => said('a', ids)),
      id.map(result),
      fc.constant(asked('q')),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 14 }), (messages) => {
        const open: string[] = [];
        const seen = new Set<string>();
        for (const message of pairedHistory(messages)) {
          if (message.role === 'tool') expect(message.toolResult?.toolCallId).toBe(open.shift());
          else expect(open).toEqual([]);
          for (const call of message.toolCalls ?? []) {
            expect(seen.has(call.id)).toBe(false);
            seen.add(call.id);
            open.push(call.id);
          }
        }
        expect(open).toEqual([]);
      }),
    );
  });
});
