// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { find, mount } from '../ui/mount-for-test';
import { NotePreview } from './note-preview';

const text = '# Title\n\nThe cited words.';
const saved = [
  { id: 'b1', kind: 'heading', heading: [], start_line: 1, end_line: 1, text: '# Title' },
  { id: 'b2', kind: 'paragraph', heading: ['Title'], start_line: 3, end_line: 3, text: 'The cited words.' },
] as const;

describe('a block that was cited', () => {
  afterEach(() => document.body.replaceChildren());

  it('takes the focus', async () => {
    await mount(<NotePreview text={text} saved={saved} target="b2" />);
    expect(document.activeElement?.textContent).toBe('The cited words.');
  });

  it('leaves the focus to a dialog that was opened before the note was there', async () => {
    document.body.innerHTML = '<div role="dialog"><input></div>';
    find<HTMLInputElement>('input').focus();
    await mount(<NotePreview text={text} saved={saved} target="b2" />);
    expect(document.activeElement).toBe(find('input'));
  });
});
