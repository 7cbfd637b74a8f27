// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { textPart, toolPart } from '@/lib/client/run-parts';
import { createRunStore } from '@/lib/client/run-store';
import type { AnswerTurn } from '@/lib/client/run-turns';
import type { MetonaToolResult } from '@/lib/ir';
import { mount } from '../ui/mount-for-test';
import { AnswerSources } from './answer-sources';
import { ConversationSources } from './conversation-sources';

function turnOf(text: string, hits: readonly { href: string; title: string }[]): AnswerTurn {
  const store = createRunStore('run_1', { schedule: () => undefined });
  const result: MetonaToolResult = {
    toolCallId: 'c',
    toolName: 'rag.search',
    result: { hits },
    success: true,
    durationMs: 1,
    timestamp: 0,
  };
  store.view.parts.push({ ...toolPart('t', null, 'rag.search'), result }, textPart('x', null, [text]));
  return { kind: 'answer', id: 'a', store, question: null, messageIds: [], siblings: null, spent: null };
}

const show = (turn: AnswerTurn) =>
  mount(
    <ConversationSources turns={[turn]}>
      <AnswerSources store={turn.store} />
    </ConversationSources>,
  );

afterEach(() => document.body.replaceChildren());

describe('the sources under an answer', () => {
  it('are those it cites and a tool returned, each place once, with the numbers of the text', async () => {
    const text =
      'A [2](/notes/note_1#block-b), b [1](/files/file_1#L3), [2](/notes/note_1#block-b), [3](/notes/note_9).';
    await show(
      turnOf(text, [
        { href: '/notes/note_1#block-b', title: 'Owls' },
        { href: '/files/file_1#L3', title: 'list.md' },
        { href: '/notes/note_7', title: 'not cited' },
      ]),
    );
    expect(document.querySelector('summary')?.textContent).toBe('2 sources');
    expect([...document.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['2.Owls', '1.list.md']);
  });

  it('are not there when nothing was cited', async () => {
    await show(turnOf('Nothing [1](/notes/note_9).', [{ href: '/notes/note_1', title: 'Owls' }]));
    expect(document.querySelector('details')).toBeNull();
  });
});
