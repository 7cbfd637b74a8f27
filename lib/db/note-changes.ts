import 'server-only';
import type { NoteChange, NoteEdit, NoteRecord } from '@/lib/agent/ports';
import { MetonaFailure, type NoteBlock } from '@/lib/ir';
import type { Prisma, PrismaClient } from './generated/client';
import { type NoteText, readBlocks, writeBlocks } from './note-blocks';
import { keepFolders } from './note-folders';
import { folderOf, textColumns, toRecord } from './note-rows';

export interface NoteWriting {
  readonly prisma: PrismaClient;
  readonly text: NoteText & {
    /** The whole text after an edit; null when there is no such block. */
    readonly apply: (content: string, edit: NoteEdit, blocks: readonly NoteBlock[]) => string | null;
  };
  readonly now: () => number;
}

const refuse = (code: 'conflict' | 'not_found', message: string) =>
  new MetonaFailure({ code, message, retryable: false });

export function refuseOutdated(revision: number, base: number | undefined): void {
  if (base === undefined || base === revision) return;
  throw refuse('conflict', `The note was changed meanwhile: it is at revision ${revision}. Read it again.`);
}

/** The row of a note, held until the transaction ends. */
export async function lockNote(transaction: Prisma.TransactionClient, userId: string, noteId: string) {
  await transaction.$queryRaw`SELECT id FROM notes WHERE id = ${noteId} AND user_id = ${userId} FOR UPDATE`;
  return await transaction.note.findFirst({ where: { id: noteId, userId } });
}

/** Changes one note as a whole or not at all; blocks follow the text in the same transaction. */
export function changeNote(
  { prisma, text, now }: NoteWriting,
  of: { userId: string; noteId: string },
  change: NoteChange,
): Promise<NoteRecord | null> {
  const folder = change.folder === undefined ? undefined : folderOf(change.folder);
  return prisma.$transaction(async (transaction) => {
    const row = await lockNote(transaction, of.userId, of.noteId);
    if (row === null) return null;
    refuseOutdated(row.revision, change.baseRevision);
    const before = change.edit === undefined ? [] : await readBlocks(transaction, row, text);
    const content = change.edit === undefined ? row.content : text.apply(row.content, change.edit, before);
    if (content === null) throw refuse('not_found', 'The note has no such block. Read it again.');
    const said = textColumns({ title: change.title ?? row.title, content });
    const isRewritten = said.content !== row.content;
    const isChanged = isRewritten || said.title !== row.title;
    const revision = row.revision + (isChanged ? 1 : 0);
    const hasBlocks = isRewritten || row.blockRevision === row.revision;
    if (folder !== undefined) await keepFolders(transaction, of.userId, folder);
    if (isRewritten) await writeBlocks(transaction, row, text.build(said.content, before));
    const changed = await transaction.note.update({
      where: { id: row.id },
      data: {
        ...(isChanged && { ...said, revision, updatedAt: new Date(now()) }),
        ...(folder !== undefined && { folder }),
        blockRevision: hasBlocks ? revision : row.blockRevision,
      },
    });
    return toRecord(changed);
  });
}

/** A note with its blocks; a note from before there were blocks gets them now. */
export async function readNoteWithBlocks(
  { prisma, text }: NoteWriting,
  of: { userId: string; noteId: string },
): Promise<{ note: NoteRecord; blocks: NoteBlock[] } | null> {
  return await prisma.$transaction(async (transaction) => {
    const row = await lockNote(transaction, of.userId, of.noteId);
    if (row === null) return null;
    if (row.blockRevision === row.revision) {
      return { note: toRecord(row), blocks: await readBlocks(transaction, row, text) };
    }
    const blocks = text.build(row.content, []);
    await writeBlocks(transaction, row, blocks);
    await transaction.note.update({ where: { id: row.id }, data: { blockRevision: row.revision } });
    return { note: toRecord(row), blocks };
  });
}
