// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FileView } from '@/lib/client/files';
import { type Attachments, readyFiles, useAttachments } from '@/lib/client/use-attachments';
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

function Probe({ onState }: { onState: (attachments: Attachments) => void }) {
  const attachments = useAttachments();
  onState(attachments);
  return <AttachedFiles items={attachments.items} onRemove={attachments.remove} />;
}

async function attach(answers: Record<string, unknown>, files: readonly File[]) {
  const { fetch, calls } = fakeApi(answers);
  vi.stubGlobal('fetch', fetch);
  let latest: Attachments | undefined;
  await mount(<Probe onState={(state) => (latest = state)} />);
  await settle(() => latest?.add(files));
  return { calls, items: () => latest?.items ?? [], reset: (kept: readonly FileView[]) => latest?.reset(kept) };
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
