// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { MetonaToolResult } from '@/lib/ir';
import { mount, settle } from '../../ui/mount-for-test';
import { ToolResultCard } from './tool-result-card';

const evil = '<img src=x onerror=alert(1)>\u202eT';

async function show(result: unknown) {
  const whole = { toolCallId: 'c', toolName: 'rag.search', result, success: true, durationMs: 1, timestamp: 0 };
  await mount(<ToolResultCard result={whole as MetonaToolResult} />);
  const isLoading = () => document.querySelector('[data-testid=card-loading]') !== null;
  for (let turn = 0; turn < 500 && isLoading(); turn += 1) await settle(() => undefined);
}

afterEach(() => document.body.replaceChildren());

const hit = {
  kind: 'note',
  href: '/notes/note_1#block-b2',
  title: 'Owls',
  heading: 'Hunting',
  snippet: 'They hunt at night',
  ranks: { text: 2, vector: 1 },
};

describe('the card of a search in the own knowledge', () => {
  it('shows where each hit stands and opens it at its place', async () => {
    await show({
      hits: [hit, { ...hit, href: '/files/file_1#L12', title: 'list.md', ranks: { text: 1 } }],
      notes: ['No vectors.'],
    });
    const links = [...document.querySelectorAll('a')];
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/notes/note_1#block-b2', 'Note: Owls'],
      ['/files/file_1#L12', 'File: list.md'],
    ]);
    const text = document.body.textContent;
    for (const part of ['2 hits', 'Hunting', 'They hunt at night', 'words 2 · meaning 1', 'No vectors.']) {
      expect(text).toContain(part);
    }
  });

  it('makes neither markup nor links of what is not ours', async () => {
    const bad = ['javascript:alert(1)', 'https://evil.example/notes/note_1', '//evil.example', '/settings', 7];
    await show({
      hits: bad.map((href) => ({ ...hit, href, title: evil, snippet: evil, heading: evil })),
      notes: [evil],
    });
    expect(document.querySelectorAll('a,img,script')).toHaveLength(0);
    expect(document.body.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(document.body.textContent).not.toContain('\u202e');
  });

  it.each([null, 'text', [], {}, { hits: 'x' }, { truncated: true, text: 'cut' }])(
    'is the plain result where there are no hits to show: %j',
    async (value) => {
      await show(value);
      expect(document.querySelector('[data-testid=rag-card]')).toBeNull();
    },
  );

  it('says when nothing was found', async () => {
    await show({ hits: [] });
    expect(document.body.textContent).toContain('Nothing found.');
  });
});
