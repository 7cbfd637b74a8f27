// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { mount } from '../../ui/mount-for-test';
import { NoteCard } from './note-card';

afterEach(() => document.body.replaceChildren());

const links = () =>
  [...document.querySelectorAll('a')].map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const show = (value: unknown) => mount(<NoteCard value={value} fallback={<p>plain</p>} />);

describe('the card of notes', () => {
  it('leads to what a call found, made or read', async () => {
    await show({ hits: [{ id: 'note_1', title: 'Plan', folder: 'Work', snippet: 'a passage' }] });
    expect(links()).toEqual(['Plan /notes/note_1']);
    expect(document.body.textContent).toContain('a passage');
    document.body.replaceChildren();
    await show({ id: 'note_2', title: '', content: '# text' });
    expect(links()).toEqual(['Untitled /notes/note_2']);
    expect(document.body.textContent).toContain('# text');
  });

  it('makes no link of an id that is none, and hides nothing', async () => {
    await show({ notes: [{ id: '../../logout', title: 'a\u202eb' }] });
    expect(links()).toEqual([]);
    expect(document.body.textContent).toContain('U+202E');
  });

  it.each([null, 'text', 7, {}, { hits: 'x' }, { deleted: { id: 'note_1' } }])(
    'leaves %j to the plain view',
    async (value) => {
      await show(value);
      expect(document.body.textContent).toBe('plain');
    },
  );
});
