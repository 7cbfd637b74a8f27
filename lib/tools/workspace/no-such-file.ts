import type { WorkspaceFiles } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';

const mostNamed = 20;

/** Says what there is instead, so that the next call can be right. */
export async function noSuchFile(
  files: WorkspaceFiles,
  of: { userId: string; sessionId: string; path: string },
): Promise<MetonaFailure> {
  const all = await files.list(of.userId, of.sessionId);
  const named = all.slice(0, mostNamed).map((file) => file.path);
  const more = all.length > mostNamed ? ` and ${all.length - mostNamed} more` : '';
  const present = all.length === 0 ? 'this chat has no files' : `there are: ${named.join(', ')}${more}`;
  return new MetonaFailure({
    code: 'not_found',
    message: `there is no file ${of.path}; ${present}`,
    retryable: false,
  });
}
