// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { ProposedFile, proposedWrite } from './proposed-file';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const listed = 'GET /api/files?limit=200&session_id=s_1';
const present = { id: 'file_1', path: 'a.md', size: 8 };
const lines = () =>
  [...document.querySelectorAll('[data-testid=file-change] [data-kind]')].map(
    (line) => `${line.getAttribute('data-kind')} ${line.lastElementChild?.textContent}`,
  );

async function show(answers: Record<string, unknown>, args: Record<string, unknown>) {
  vi.stubGlobal('fetch', fakeApi(answers).fetch);
  const write = proposedWrite('write_file', args);
  if (write === null) throw new Error('this is no write');
  await mount(<ProposedFile sessionId="s_1" write={write} />);
  await settle(() => undefined);
}

describe('a file that is about to be written', () => {
  it('is shown as a change of what is there', async () => {
    const answers = { [listed]: { items: [present] }, 'GET /api/files/file_1/content': new Response('one\ntwo\n') };
    await show(answers, { file_path: './a.md', content: 'one\n2\u202e\n', mode: 'overwrite' });
    expect(lines()).toEqual(['same one', 'removed two', 'added 2U+202E']);
  });

  it('is shown whole when it is new, or when the present one cannot be read', async () => {
    await show({ [listed]: { items: [] } }, { file_path: 'b.md', content: 'x\n' });
    expect(lines()).toEqual(['added x']);
    document.body.replaceChildren();
    await show({}, { file_path: 'c.md', content: 'y\n', mode: 'append' });
    expect(lines()).toEqual(['added y']);
    expect(find('div').textContent).toContain('could not be read');
  });

  it.each([
    ['notes.create', { file_path: 'a', content: '' }],
    ['write_file', { file_path: '../a', content: '' }],
    ['write_file', { file_path: 'a', content: 1 }],
    ['write_file', { file_path: 'a', content: '', mode: 'x' }],
  ])('is not made of the arguments %s %j', (name, args) => {
    expect(proposedWrite(name, args)).toBeNull();
  });
});
