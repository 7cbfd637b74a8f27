import 'server-only';
import type { NoteStore } from '@/lib/agent/ports';
import type { PendingSource } from '@/lib/db/knowledge-sources';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import { decodeText } from '@/lib/ir';
import { chunkFile, chunkMessage, chunkNote, type Passage } from '@/lib/knowledge/retrieval/chunk';

/** Of a file; what comes after it is searched with `search_files`. */
const maxFileBytes = 2_000_000;

export interface ReaderDependencies {
  readonly notes: Pick<NoteStore, 'readWithBlocks'>;
  readonly files: Pick<FullWorkspaceStore, 'open'>;
  /** Null when there is no such message any more. */
  readonly readMessage: (userId: string, messageId: string) => Promise<string | null>;
}

async function beginning(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    size += chunk.byteLength;
    if (size >= maxFileBytes) break;
  }
  const bytes = Buffer.concat(pieces);
  // What was cut off ends at a line, so that no sign is half.
  const whole = size < maxFileBytes ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1 || bytes.length);
  return decodeText(whole)?.text ?? new TextDecoder().decode(bytes);
}

/** Reads sources of every kind into passages; null for one that is gone. */
export function createKnowledgeReader({ notes, files, readMessage }: ReaderDependencies) {
  return async (userId: string, { kind, id }: PendingSource): Promise<Passage[] | null> => {
    if (kind === 'note') {
      const found = await notes.readWithBlocks(userId, id);
      return found && chunkNote(found.blocks);
    }
    if (kind === 'file') {
      const found = await files.open(userId, id);
      return found && chunkFile(await beginning(found.chunks));
    }
    const content = await readMessage(userId, id);
    return content === null ? null : chunkMessage(id, content);
  };
}
export type KnowledgeReader = ReturnType<typeof createKnowledgeReader>;
