import 'server-only';
import { type NoteBlock, noteBlockKindSchema } from '@/lib/ir';
import { Prisma } from './generated/client';
import type { NoteModel } from './generated/models';

type Transaction = Prisma.TransactionClient;

/** What is known about Markdown elsewhere. */
export interface NoteText {
  readonly build: (content: string, before: readonly NoteBlock[]) => NoteBlock[];
  readonly linesOf: (content: string) => readonly string[];
}

/** The blocks a note has; none when they are those of an earlier text. */
export async function readBlocks(transaction: Transaction, note: NoteModel, text: NoteText): Promise<NoteBlock[]> {
  if (note.blockRevision !== note.revision) return [];
  const rows = await transaction.noteBlock.findMany({
    where: { noteId: note.id, userId: note.userId },
    orderBy: { position: 'asc' },
  });
  const lines = text.linesOf(note.content);
  return rows.map(({ id, kind, heading, startLine, endLine }) => ({
    id,
    kind: noteBlockKindSchema.parse(kind),
    heading,
    text: lines.slice(startLine - 1, endLine).join('\n'),
    startLine,
    endLine,
  }));
}

/** Puts the blocks of a note in place of those it had, as one parameter, however many they are. */
export async function writeBlocks(
  transaction: Transaction,
  note: Pick<NoteModel, 'id' | 'userId'>,
  blocks: readonly NoteBlock[],
): Promise<void> {
  const rows = blocks.map(({ id, kind, heading, startLine, endLine }, position) => ({
    id,
    position,
    kind,
    heading,
    start_line: startLine,
    end_line: endLine,
  }));
  await transaction.noteBlock.deleteMany({ where: { noteId: note.id, userId: note.userId } });
  await transaction.$executeRaw(Prisma.sql`
    INSERT INTO note_blocks (id, note_id, user_id, position, kind, heading, start_line, end_line)
    SELECT id, ${note.id}, ${note.userId}, position, kind, heading, start_line, end_line
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS block(id text, position int, kind text, heading text[], start_line int, end_line int)`);
}
