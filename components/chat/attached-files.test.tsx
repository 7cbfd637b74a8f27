// @vitest-environment happy-dom
import { useSyncExternalStore } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FileView } from '@/lib/client/files';
import { forgetUnsent, nameUnsent, readyFiles, Unsent, unsentOf } from '@/lib/client/unsent';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { AttachedFiles } from './attached-files';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const stored: FileView = {
  id: 'file_1',
  session_id: null,
  message_id: null,
  path: 'data.csv',
  media_type: 'text/csv',
  size: 24,
  sha256: '',
  source: 'upload',
  created_at: '',
  updated_at: '',
};
const refusal = (code: string, status: number) =>
  Response.json({ error: { code, message: 'no', retryable: false } }, { status });

function Probe({ unsent }: { unsent: Unsent }) {
  const { files } = useSyncExternalStore(unsent.subscribe, unsent.state);
  return <AttachedFiles items={files} onRemove={unsent.remove} />;
}

async function attach(answers: Record<string, unknown>, files: readonly File[]) {
  const { fetch, calls } = fakeApi(answers);
  vi.stubGlobal('fetch', fetch);
  const unsent = new Unsent();
  await mount(<Probe unsent={unsent} />);
  await settle(() => unsent.add(files));
  return { calls, items: () => unsent.state().files, reset: unsent.reset };
}
const file = (name: string, content = 'a,b') => new File([content], name);
const state = () => find('[data-testid=attached-file]').getAttribute('data-state');

describe('files of a message that is being written', () => {
  it('are uploaded at once, and deleted when they are taken off', async () => {
    const answers = { 'POST /api/files': stored, 'DELETE /api/files/file_1': new Response(null, { status: 200 }) };
    const { calls, items } = await attach(answers, [file('data.csv')]);
    expect(state()).toBe('ready');
    expect(find('[data-testid=attached-file]').textContent).toContain('data.csv');
    expect(readyFiles(items())).toEqual([stored]);
    await settle(() => find<HTMLButtonElement>('[aria-label="Remove data.csv"]').click());
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/files',
      'DELETE /api/files/file_1',
    ]);
    expect(items()).toEqual([]);
  });

  it('stay when they were sent', async () => {
    const { calls, items, reset } = await attach({ 'POST /api/files': stored }, [file('data.csv')]);
    await settle(() => reset([]));
    expect([items(), calls.length]).toEqual([[], 1]);
  });

  it.each([
    [refusal('invalid_request', 400), 'Only text in UTF-8'],
    [refusal('payload_too_large', 413), 'There is no room left'],
    [refusal('unavailable', 503), 'not available'],
  ])('say why they cannot come, and hold the message back: %#', async (answer, words) => {
    const { items } = await attach({ 'POST /api/files': answer }, [file('image.bin')]);
    expect(state()).toBe('failed');
    expect(find('[role=alert]').textContent).toContain(words);
    expect(readyFiles(items())).toBeNull();
  });

  it('are not even sent when they are too large', async () => {
    const large = file('large.csv');
    Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
    const { calls } = await attach({}, [large]);
    expect([find('[role=alert]').textContent, calls]).toEqual(['A file may have at most 20 MB.', []]);
  });
});

describe('what is attached in a conversation', () => {
  it('is there when its reader comes back, also what was attached before it had an id, and goes with it', () => {
    const before = unsentOf(null);
    before.setImages(['data:image/png;base64,AA==']);
    expect(unsentOf(null)).toBe(before);
    nameUnsent('s_1', before);
    expect(unsentOf('s_1')).toBe(before);
    expect([unsentOf(null).state().images, unsentOf('s_2').state().images]).toEqual([[], []]);
    forgetUnsent('s_1');
    expect(unsentOf('s_1').state().images).toEqual([]);
  });
});
