import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import type { FindSource } from '@/lib/client/cited-sources';
import { citationsIn } from './citations-in';
import { CitedSources } from './cited-sources';
import { Markdown } from './markdown';
import { markup } from './render-for-test';

const evil = '<img src=x onerror=alert(1)>\u202egnp';
const find: FindSource = (key) => {
  if (key === 'note note_1') return { title: evil, heading: 'Part "two"' };
  return key === 'file file_1' || key === '/chat/s_1?message=msg_1' ? { title: '', heading: '' } : null;
};

function render(text: string, known: FindSource | null = find) {
  const html = markup(
    <CitedSources value={known}>
      <Markdown source={{ chunks: [text], closed: true }} />
    </CitedSources>,
  );
  const { document } = new Window();
  document.body.innerHTML = html;
  return document.body;
}

const sample = `Owls [1](/notes/note_1#block-b2) see **[2](/files/file_1#L12)** and
| a | b |
|---|---|
| [3](/chat/s_1?message=msg_1) | [the list](</files/file_1> "title") |

- [4](/notes/note_2#block-x) or [ref][a] or ![5](/notes/note_1)

[a]: /notes/note_1`;

describe('a citation', () => {
  it('is a link to the place, with the name of its source', () => {
    const links = [...render(sample).querySelectorAll('a')];
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/notes/note_1#block-b2', '1'],
      ['/files/file_1#L12', '2'],
      ['/chat/s_1?message=msg_1', '3'],
      ['/files/file_1', 'the list'],
    ]);
    expect(links[0]?.getAttribute('aria-label')).toContain('Part "two"');
    expect(links[1]?.getAttribute('aria-label')).toBe('Source 2: File');
    for (const link of links) expect(link.getAttribute('target')).toBeNull();
  });

  it('says that nobody returned its source, and then leads nowhere', () => {
    const body = render('See [4](/notes/note_2#block-x).');
    expect(body.querySelectorAll('a')).toHaveLength(0);
    expect(body.textContent).toBe('See 4 (unverified source).');
  });

  it('is text where there is no conversation', () => {
    const body = render(sample, null);
    expect(body.querySelectorAll('a,[data-testid]')).toHaveLength(0);
    expect(body.textContent).not.toContain('#block-');
    expect(body.textContent).toContain('Owls 1 see 2');
  });

  it('becomes no markup and hides nothing, whatever a title or a label holds', () => {
    const body = render(`[${evil.replace('<', '\\<')}](/notes/note_1) [**12**](/notes/note_1) [ ](/notes/note_1)`);
    expect(body.querySelectorAll('img,script')).toHaveLength(0);
    expect(body.innerHTML).not.toContain('\u202e');
    expect([...body.querySelectorAll('a')].map((link) => link.textContent)[1]).toBe('12');
  });

  it.each([
    '/notes/note_1/../../admin',
    '//evil.example/notes/note_1',
    '/notes/note_1?x=1',
    '/api/notes/note_1',
    '/settings/account',
    '/files/file_1#L1"onclick=x',
    'javascript:/notes/note_1',
  ])('is made of our own forms alone, not of %s', (href) => {
    expect(render(`[1](${href})`).querySelectorAll('a,[data-testid]')).toHaveLength(0);
  });

  it('is harmless at every moment of its arrival', () => {
    const allowed = [
      '/notes/note_1#block-b2',
      '/files/file_1#L12',
      '/chat/s_1?message=msg_1',
      '/files/file_1',
      '/notes/note_1',
    ];
    for (let length = 1; length <= sample.length; length += 1) {
      const body = render(sample.slice(0, length));
      for (const link of body.querySelectorAll('a')) expect(allowed).toContain(link.getAttribute('href'));
      expect(body.querySelectorAll('img,script')).toHaveLength(0);
    }
  });
});

describe('the citations of a text', () => {
  it('are its links to sources, each place once, and none of its code', () => {
    const text = `${sample}\n\nAgain [1](/notes/note_1#block-b2).\n\n\`[9](/notes/note_9)\`\n\n    [8](/notes/note_8)\n`;
    expect(citationsIn(text).map(({ link, text: label }) => [label, link.href])).toEqual([
      ['1', '/notes/note_1#block-b2'],
      ['2', '/files/file_1#L12'],
      ['3', '/chat/s_1?message=msg_1'],
      ['the list', '/files/file_1'],
      ['4', '/notes/note_2#block-x'],
    ]);
    expect(citationsIn('[x](https://example.org)')).toEqual([]);
  });
});
