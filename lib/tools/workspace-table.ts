import type { ToolContext, WorkspaceFiles } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';
import { noSuchFile } from './workspace/no-such-file';

export const maxFileBytes = 20 * 1024 * 1024;

const refused = (message: string) => new MetonaFailure({ code: 'invalid_request', message, retryable: false });

/** A file of the chat, small enough to be worked on. */
export async function readTableFile(
  files: WorkspaceFiles,
  { userId, sessionId }: Pick<ToolContext, 'userId' | 'sessionId'>,
  path: string,
): Promise<{ path: string; bytes: Uint8Array }> {
  const file = await files.read(userId, sessionId, path);
  if (file === null) throw await noSuchFile(files, { userId, sessionId, path });
  if (file.size > maxFileBytes) throw refused(`${file.path} is larger than 20 MB`);
  return { path: file.path, bytes: file.bytes };
}

/** The name of a table for a file: letters, digits and underscores, and no name twice. */
export function tableNameFor(path: string, taken: ReadonlySet<string>): string {
  const base =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '') ?? '';
  const plain =
    base
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60)
      .toLowerCase() || 'data';
  const wanted = /^\d/.test(plain) || plain.startsWith('sqlite') ? `t_${plain}` : plain;
  let name = wanted;
  for (let more = 2; taken.has(name); more += 1) name = `${wanted}_${more}`;
  return name;
}
