// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readNoteChange } from '@/lib/client/note-change';
import { fakeApi, mount, settle } from '../ui/mount-for-test';
import { ProposedNote } from './proposed-note';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const note = { id: 'note_1', title: 'Plan', folder: 'Work', revision: 3, content: 'one\n\ntwo', blocks: [] };
const lines = () =>
  [...document.querySelectorAll('[data-testid=file-change] [data-kind]')].map(
    (line) => `${line.getAttribute('data-kind')} ${line.lastElementChild?.textContent}`,
  );

/** SWR keeps what it has read, so every case has a note of its own. */
let count = 0;

async function show(answer: unknown, name: string, args: Record<string, unknown>) {
  count += 1;
  const id = `note_${count}`;
  vi.stubGlobal('fetch', fakeApi({ [`GET /api/notes/${id}`]: answer }).fetch);
  const change = readNoteChange(name, { ...args, id });
  if (change === null) throw new Error('this changes nothing');
  await mount(<ProposedNote change={change} />);
  await settle(() => undefined);
}

describe('a note that is about to be changed', () => {
  it('is shown line by line', async () => {
    await show(note, 'notes.update', { content: 'one\n\n2', title: 'New plan' });
    expect(lines()).toEqual(['same one', 'same ', 'removed two', 'added 2']);
    expect(document.body.textContent).toContain('New plan');
  });

  it('is shown whole when it would be deleted, and by its folders when it would move', async () => {
    await show(note, 'notes.delete', {});
    expect(lines()).toEqual(['removed one', 'removed ', 'removed two']);
    document.body.replaceChildren();
    await show(note, 'notes.move', { folder: 'Home' });
    expect(document.body.textContent).toMatch(/Plan.*Work.*Home/);
  });

  it('says so when nothing would be done', async () => {
    await show(note, 'notes.update', { content: 'x', revision: 2 });
    expect(document.body.textContent).toContain('changed since it was read');
    expect(lines()).toEqual([]);
    document.body.replaceChildren();
    await show(new Response('{}', { status: 404 }), 'notes.delete', {});
    expect(document.body.textContent).toContain('no such note');
  });

  it('is shown by its new text alone when the present one cannot be read', async () => {
    await show(new Response('{}', { status: 503 }), 'notes.update', { content: 'x' });
    expect(lines()).toEqual(['added x']);
  });
});
