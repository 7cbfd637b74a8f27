import 'server-only';
import type { KnowledgeKind, NoteStore } from '@/lib/agent/ports';
import type { KnowledgeContents } from '@/lib/db/knowledge-contents';
import type { PendingSource } from '@/lib/db/knowledge-sources';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import { decodeText } from '@/lib/ir';
import { chunkFile, chunkMessage, chunkNote, type Passage } from '@/lib/knowledge/retrieval/chunk';

/** Of a file; what comes after it is searched with `search_files`. */
const maxFileBytes = 2_000_000;

export interface ReaderDependencies {
  readonly contents: KnowledgeContents;
  readonly notes: Pick<NoteStore, 'readWithBlocks'>;
  readonly files: Pick<FullWorkspaceStore, 'open'>;
}

/** Reads a source into passages; null for one that is gone. */
export type ReadPassages = (source: PendingSource) => Promise<Passage[] | null>;

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

/** Fetches what a batch of sources of one kind holds, and reads one after the other. */
export function createKnowledgeReader({ contents, notes, files }: ReaderDependencies) {
  const readNote = async (userId: string, noteId: string) => {
    const found = await notes.readWithBlocks(userId, noteId);
    return found && chunkNote(found.blocks);
  };
  const readFile = async (userId: string, fileId: string) => {
    const found = await files.open(userId, fileId);
    return found && chunkFile(await beginning(found.chunks));
  };

  return async (userId: string, batch: readonly PendingSource[]): Promise<ReadPassages> => {
    const idsOf = (wanted: KnowledgeKind) => batch.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    const [noteIds, messageIds] = [idsOf('note'), idsOf('message')];
    const blocks = noteIds.length === 0 ? null : await contents.blocks(userId, noteIds);
    const messages = messageIds.length === 0 ? null : await contents.messages(userId, messageIds);
    return async ({ kind, id }) => {
      if (kind === 'file') return await readFile(userId, id);
      const known = blocks?.get(id);
      if (kind === 'note') return known === undefined ? await readNote(userId, id) : chunkNote(known);
      const content = messages?.get(id);
      return content === undefined ? null : chunkMessage(id, content);
    };
  };
}
export type KnowledgeReader = ReturnType<typeof createKnowledgeReader>;
