import { describe, expect, it } from 'vitest';
import { parseSourceLink, withoutSourceLinks } from './source-link';

const note = 'note_3kTMd9yWpQ0aXr5LfVb2Ze';
const file = 'file_3kTMd9yWpQ0aXr5LfVb2Ze';
const chat = 's_3kTMd9yWpQ0aXr5LfVb2Ze';

describe('an address of a source', () => {
  it.each([
    [`/notes/${note}`, { kind: 'note', key: `note ${note}` }],
    [`/notes/${note}#block-b7`, { kind: 'note', key: `note ${note}` }],
    [`/files/${file}#L12`, { kind: 'file', key: `file ${file}` }],
    [`/chat/${chat}?message=msg_1`, { kind: 'message', key: `/chat/${chat}?message=msg_1` }],
  ])('is read: %s', (href, expected) => {
    expect(parseSourceLink(href)).toEqual({ ...expected, href });
  });

  it.each([
    'https://example.org/notes/note_1',
    '//example.org/notes/note_1',
    'javascript:alert(1)//notes/note_1',
    '/notes/../admin',
    '/notes/note_1/../../settings',
    '/notes/note_1?next=//example.org',
    '/notes/note_1#block-"onclick',
    '/notes/note_1#block-a\n',
    '/files/file_1#L1-L2"',
    '/chat/s_1',
    '/api/notes/note_1',
    ' /notes/note_1',
    '/notes/',
    `/notes/${'x'.repeat(500)}`,
  ])('is refused: %s', (href) => {
    expect(parseSourceLink(href)).toBeNull();
  });
});

describe('a text for strangers', () => {
  it('keeps what citations say and nothing of where they lead', () => {
    const text = `A [1](/notes/${note}#block-b1), b [the file](</files/${file}#L12> "t"), c [3]( /chat/${chat}?message=msg_9 ).`;
    expect(withoutSourceLinks(text)).toBe('A [1], b [the file], c [3].');
  });

  it('loses bare paths and those of definitions and code as well', () => {
    const text = `see /notes/${note}#block-x and \`/files/${file}\`\n\n[a]: /chat/${chat}?message=msg_1`;
    expect(withoutSourceLinks(text)).not.toMatch(/note_|file_|s_3|msg_/);
  });

  it('is left alone where there is nothing of ours', () => {
    const text = 'Look at [this](https://example.org/notes/2024) and /files/report.csv and /chat/room.';
    expect(withoutSourceLinks(text)).toBe(text);
  });

  it('takes no longer for a long text that almost is a link', () => {
    const text = `](/notes/note_${'a'.repeat(100_000)}`.repeat(3);
    const begun = performance.now();
    withoutSourceLinks(text);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
