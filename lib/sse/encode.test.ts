import { describe, expect, it } from 'vitest';
import { encodeComment, encodeSseEvent, RETRY_LINE } from './encode';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('encodeSseEvent', () => {
  it('writes the id and one data line', () => {
    expect(text(encodeSseEvent(7, '{"type":"text","text":"a\\nb 🙂"}'))).toBe(
      'id: 7\ndata: {"type":"text","text":"a\\nb 🙂"}\n\n',
    );
  });

  it.each(['{\n}', '{\r}'])('refuses data of more than one line', (json) => {
    expect(() => encodeSseEvent(0, json)).toThrow(RangeError);
  });
});

describe('comments and retry', () => {
  it('are lines a reader skips', () => {
    expect(text(encodeComment('beat'))).toBe(': beat\n\n');
    expect(() => encodeComment('a\ndata: 1')).toThrow(RangeError);
    expect(text(RETRY_LINE)).toBe('retry: 2000\n\n');
  });
});
