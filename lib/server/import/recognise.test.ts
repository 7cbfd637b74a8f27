import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chatGptConversation,
  claudeConversation,
  libreChatFlat,
  libreChatNested,
} from '@/tests/support/foreign-exports';
import { CannotImport } from './converted';
import { recognise } from './recognise';

/** The same value with one place in it changed: the `turn`-th of all. */
function withChange(value: unknown, turn: { left: number }, change: unknown): unknown {
  turn.left -= 1;
  if (turn.left === 0) return change;
  if (Array.isArray(value)) return value.map((item) => withChange(item, turn, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withChange(inner, turn, change)]));
}

const attempt = (value: unknown) => {
  try {
    return recognise(value);
  } catch (error) {
    expect(error).toBeInstanceOf(CannotImport);
    return null;
  }
};

describe('a conversation that may be anything', () => {
  it.each([
    ['ChatGPT', chatGptConversation],
    ['Claude', claudeConversation],
    ['LibreChat', libreChatFlat],
    ['LibreChat, nested', libreChatNested],
  ])('is converted or refused with a reason, whatever one place of it holds: %s', (_whose, conversation) => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', '__proto__', 'toString', -1, 1e308, [], {}, [null], '\0\ud800'),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), odd, (place, change) => {
        const found = attempt(withChange(conversation, { left: place }, change));
        if (found === null || !('conversation' in found)) return;
        const { messages, head, title } = found.conversation;
        expect(messages[head]).toBeDefined();
        for (const [index, message] of messages.entries()) {
          expect(message.parent ?? -1).toBeLessThan(index);
          expect([typeof message.content, message.content.isWellFormed()]).toEqual(['string', true]);
          expect(message.content).not.toContain('\0');
          expect(message.at === null || Number.isSafeInteger(message.at)).toBe(true);
        }
        expect((title ?? '').length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 300 },
    );
  });

  it('of ours is left to whoever knows the file', () => {
    expect(recognise({ format: 'metona.session', mapping: {} })).toEqual({
      own: { format: 'metona.session', mapping: {} },
    });
  });

  it.each([[null], [[]], ['x'], [{}], [{ messages: [] }], [{ format: 'other' }]])('is none: %j', (value) => {
    expect(() => recognise(value)).toThrow('not_a_conversation');
  });
});
