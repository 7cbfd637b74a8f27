import 'server-only';
import { z } from 'zod';
import type { WorkspaceFiles } from '@/lib/agent/ports';
import type { FrozenFile } from '@/lib/db/workspace-copies';
import type { StoredFile } from '@/lib/db/workspace-rows';
import { decodeText, type MetonaStoredMessage, type MetonaToolResult } from '@/lib/ir';

export const sharedFileSchema = z.strictObject({
  kind: z.literal('file'),
  id: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.number().int(),
});
export type SharedFile = z.infer<typeof sharedFileSchema>;

/** What readers of a link see of the files, by message, and what has to be copied for it. */
export interface ShareFiles {
  readonly byMessage: ReadonlyMap<string, readonly SharedFile[]>;
  readonly frozen: readonly FrozenFile[];
}

export const noShareFiles: ShareFiles = { byMessage: new Map(), frozen: [] };

function isWriteOf(file: StoredFile, result: MetonaToolResult | undefined): boolean {
  if (result?.toolName !== 'write_file' || !result.success) return false;
  const written = (result.result as { path?: unknown } | null)?.path;
  return (
    written === file.path &&
    file.updatedAt <= result.timestamp &&
    file.updatedAt >= result.timestamp - result.durationMs
  );
}

/**
 * The message of the path that a file belongs to: the answer whose tool wrote what it holds, or the question it came
 * with. None for what it holds since a later turn or on another branch: that has not been published.
 */
function messageOf(file: StoredFile, path: readonly MetonaStoredMessage[]): MetonaStoredMessage | undefined {
  if (file.source === 'upload') return path.find((message) => message.id === file.messageId);
  const wrote = path.find((message) => isWriteOf(file, message.toolResult))?.toolResult?.toolCallId;
  return path.find((message) => wrote !== undefined && message.toolCalls?.some((call) => call.id === wrote));
}

export function chooseShareFiles(
  path: readonly MetonaStoredMessage[],
  files: readonly StoredFile[],
  newId: (prefix: string) => string,
): ShareFiles {
  const byMessage = new Map<string, SharedFile[]>();
  const frozen: FrozenFile[] = [];
  for (const file of files) {
    const message = messageOf(file, path);
    if (message === undefined) continue;
    const id = newId('sf');
    const shown = { kind: 'file' as const, id, name: file.path, media_type: file.mediaType, size: file.size };
    byMessage.set(message.id, [...(byMessage.get(message.id) ?? []), shown]);
    const { path: name, sha256, size } = file;
    frozen.push({ id, contentId: newId('content'), fileId: file.id, sha256, path: name, size });
  }
  return { byMessage, frozen };
}

/** Of all files together: enough to warn, and nobody waits for it. */
const mostScannedBytes = 4 * 1024 * 1024;

/** What the files say, as far as it is looked at for secrets; `unread` are those that are not texts, or too large. */
export async function readShareTexts(
  files: Pick<WorkspaceFiles, 'read'>,
  of: { userId: string; sessionId: string },
  chosen: readonly FrozenFile[],
): Promise<{ texts: { name: string; text: string }[]; unread: string[] }> {
  const texts: { name: string; text: string }[] = [];
  const unread: string[] = [];
  let room = mostScannedBytes;
  for (const { path, size } of chosen) {
    const file = size > room ? null : await files.read(of.userId, of.sessionId, path);
    const text = file && decodeText(file.bytes)?.text;
    if (text == null) {
      unread.push(path);
      continue;
    }
    room -= size;
    texts.push({ name: path, text });
  }
  return { texts, unread };
}
