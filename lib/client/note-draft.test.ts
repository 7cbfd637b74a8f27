import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from './api';
import { type DraftOptions, NoteDraft, titleFrom } from './note-draft';
import type { NoteView } from './notes';

const stored: NoteView = {
  id: 'note_1',
  title: 'Plan',
  folder: 'Work',
  revision: 3,
  content: 'first',
  blocks: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};
const failure = (status: number, current?: unknown) =>
  new ApiFailure({ code: 'unavailable', message: 'x', retryable: true }, { status, current });

/** A server with one note, and a browser that keeps things. */
function world(note: NoteView | null = stored, kept: Record<string, string> = {}) {
  let there = note ?? stored;
  const calls: unknown[] = [];
  const answers: (ApiFailure | (() => Promise<void>))[] = [];
  const settle = async (change: Partial<NoteView>) => {
    const next = answers.shift();
    if (next instanceof ApiFailure) throw next;
    await next?.();
    there = { ...there, ...change, revision: there.revision + 1 };
    return there;
  };
  const keep = new Map(Object.entries(kept));
  const options: DraftOptions = {
    note,
    folder: 'Home',
    untitled: 'Untitled',
    storage: {
      read: (key) => keep.get(key) ?? null,
      write: (key, text) => void (text === null ? keep.delete(key) : keep.set(key, text)),
    },
    send: {
      create: (text) => {
        calls.push(text);
        return settle({ ...text, id: 'note_new' });
      },
      save: (id, text, revision) => {
        calls.push({ id, ...text, revision });
        return settle(text);
      },
    },
  };
  const draft = new NoteDraft(options);
  return { draft, calls, answers, keep };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a note while it is written', () => {
  it('is saved a moment after the last change, from the revision it was read at', async () => {
    const { draft, calls, keep } = world();
    draft.change({ content: 'one' });
    await vi.advanceTimersByTimeAsync(1000);
    draft.change({ content: 'two' });
    expect([draft.view().state, calls, keep.size]).toEqual(['unsaved', [], 1]);
    await vi.advanceTimersByTimeAsync(1300);
    expect(calls).toEqual([{ id: 'note_1', title: 'Plan', content: 'two', revision: 3 }]);
    expect([draft.view().state, draft.view().note?.revision, keep.size]).toEqual(['saved', 4, 0]);
  });

  it('is saved at once when asked to, and not again for nothing', async () => {
    const { draft, calls } = world();
    draft.change({ title: 'New' });
    await draft.save();
    await draft.save();
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
  });

  it('saves what was typed while it was being saved', async () => {
    const { draft, calls, answers } = world();
    answers.push(async () => draft.change({ content: 'later' }));
    draft.change({ content: 'early' });
    await draft.save();
    expect(draft.view()).toMatchObject({ state: 'unsaved', content: 'later' });
    await vi.advanceTimersByTimeAsync(1300);
    expect(calls).toMatchObject([
      { content: 'early', revision: 3 },
      { content: 'later', revision: 4 },
    ]);
    expect(draft.view().state).toBe('saved');
  });

  it('stays in the browser while the server is away, and tries again', async () => {
    const { draft, calls, answers, keep } = world();
    answers.push(failure(0), failure(503));
    draft.change({ content: 'kept' });
    await draft.save();
    expect(draft.view().state).toBe('failed');
    expect(JSON.parse(keep.get('metona.note.note_1') ?? '')).toEqual({ title: 'Plan', content: 'kept', revision: 3 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([draft.view().state, calls.length, keep.size]).toEqual(['saved', 3, 0]);
  });

  it('does not repeat what is refused for good', async () => {
    const { draft, calls, answers } = world();
    answers.push(failure(400));
    draft.change({ content: 'too long' });
    await draft.save();
    await vi.advanceTimersByTimeAsync(600_000);
    expect([draft.view().state, calls.length]).toEqual(['failed', 1]);
  });

  it('is not changed under its writer by how the server has stored it', async () => {
    const { draft } = world();
    draft.change({ title: 'Two words ' });
    await draft.save();
    const saved = draft.view().note;
    expect(saved).not.toBeNull();
    draft.refresh({ ...(saved ?? stored), title: 'Two words', folder: 'Else' });
    expect(draft.view()).toMatchObject({ title: 'Two words ', replaced: 0, note: { folder: 'Else' } });
  });

  it('is taken up again after a reload', async () => {
    const kept = { 'metona.note.note_1': JSON.stringify({ title: 'Plan', content: 'unsent', revision: 3 }) };
    const { draft, calls } = world(stored, kept);
    draft.restore();
    expect(draft.view()).toMatchObject({ state: 'unsaved', content: 'unsent', replaced: 1 });
    await vi.advanceTimersByTimeAsync(1300);
    expect(calls).toMatchObject([{ content: 'unsent', revision: 3 }]);
  });

  it.each(['{', '[]', '{"title":1}', 'null'])('is not disturbed by what else a browser keeps: %s', (text) => {
    const { draft } = world(stored, { 'metona.note.note_1': text });
    draft.restore();
    expect(draft.view()).toMatchObject({ state: 'saved', content: 'first' });
  });

  it('becomes a note of the folder with its first save, named after its first line', async () => {
    const { draft, calls } = world(null);
    draft.change({ content: '## 计划 and more\n\ntext' });
    await draft.save();
    expect(calls).toEqual([{ title: '计划 and more', content: '## 计划 and more\n\ntext', folder: 'Home' }]);
    draft.change({ content: 'x' });
    await draft.save();
    expect(calls[1]).toMatchObject({ id: 'note_new', content: 'x' });
    expect(titleFrom('\n- **a**\nb')).toBe('a**');
  });
});

describe('a note that somebody else changed meanwhile', () => {
  const other = { ...stored, content: 'theirs', revision: 9 };

  async function conflict(kind: 409 | 404 = 409) {
    const here = world();
    here.answers.push(failure(kind, kind === 409 ? other : undefined));
    here.draft.change({ content: 'mine' });
    await here.draft.save();
    return here;
  }

  it('is not written over by itself, whatever is typed on', async () => {
    const { draft, calls, keep } = await conflict();
    draft.change({ content: 'mine too' });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(draft.view()).toMatchObject({ state: 'conflict', content: 'mine too', other });
    expect([calls.length, keep.size]).toEqual([1, 1]);
  });

  it('is written over when its writer says so', async () => {
    const { draft, calls } = await conflict();
    await draft.overwrite();
    expect(calls[1]).toMatchObject({ content: 'mine', revision: 9 });
    expect(draft.view().state).toBe('saved');
  });

  it('takes the place of what was written when its writer says so', async () => {
    const { draft, keep } = await conflict();
    draft.takeOther();
    expect(draft.view()).toMatchObject({ state: 'saved', content: 'theirs', note: other, replaced: 1 });
    expect(keep.size).toBe(0);
  });

  it('leaves what was written as a note of its own', async () => {
    const { draft, calls } = await conflict();
    expect((await draft.saveCopy()).id).toBe('note_new');
    expect(calls[1]).toEqual({ title: 'Plan', content: 'mine', folder: 'Work' });
    expect(draft.view()).toMatchObject({ state: 'saved', content: 'theirs' });
  });

  it('can be kept although it was deleted', async () => {
    const { draft, keep } = await conflict(404);
    expect(draft.view()).toMatchObject({ state: 'gone', content: 'mine' });
    await draft.saveCopy();
    expect(keep.size).toBe(0);
  });

  it('shows itself where nothing is unsaved, and waits where something is', () => {
    const { draft } = world();
    draft.refresh(other);
    expect(draft.view()).toMatchObject({ content: 'theirs', state: 'saved', replaced: 1 });
    draft.refresh(stored);
    expect(draft.view().content).toBe('theirs');
    draft.change({ content: 'mine' });
    draft.refresh({ ...other, content: 'newer', revision: 10 });
    expect(draft.view().content).toBe('mine');
  });

  it('is asked about when the text of an earlier visit was made from another revision', () => {
    const kept = { 'metona.note.note_1': JSON.stringify({ title: 'Plan', content: 'old work', revision: 2 }) };
    const { draft } = world(stored, kept);
    draft.restore();
    expect(draft.view()).toMatchObject({ state: 'conflict', content: 'old work', other: stored });
  });
});
