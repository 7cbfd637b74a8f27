import { describe, expect, it } from 'vitest';
import { hrefOf } from './cite';

describe('where a citation leads', () => {
  it.each([
    [{ kind: 'note', sourceId: 'note_1', anchor: 'b_2', sessionId: null }, '/notes/note_1#block-b_2'],
    [{ kind: 'note', sourceId: 'note_1', anchor: '', sessionId: null }, '/notes/note_1'],
    [{ kind: 'file', sourceId: 'file_1', anchor: 'L12-L40', sessionId: 's_1' }, '/files/file_1#L12'],
    [{ kind: 'message', sourceId: 'msg_1', anchor: 'msg_1', sessionId: 's_1' }, '/chat/s_1?message=msg_1'],
    [{ kind: 'note', sourceId: '../x?', anchor: 'a"b)', sessionId: null }, '/notes/..%2Fx%3F#block-a%22b)'],
  ] as const)('%# is one path within the app', (place, href) => {
    expect(hrefOf(place)).toBe(href);
  });
});
