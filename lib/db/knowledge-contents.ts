import 'server-only';
import type { Pool } from 'pg';
import { type NoteBlock, noteBlockSchema } from '@/lib/ir';

interface NoteRow {
  id: string;
  content: string;
  blocks: Omit<NoteBlock, 'text'>[] | null;
}

interface ContentDependencies {
  readonly pool: Pool;
  /** The lines of a note as its blocks count them. */
  readonly linesOf: (content: string) => readonly string[];
}

const storedBlock = noteBlockSchema.omit({ text: true });

/** What sources hold, many at a time. Every statement is confined to the user. */
export function createKnowledgeContents({ pool, linesOf }: ContentDependencies) {
  return {
    /** By note; one whose blocks are those of an earlier text is left out. */
    async blocks(userId: string, noteIds: readonly string[]): Promise<Map<string, NoteBlock[]>> {
      const { rows } = await pool.query<NoteRow>(
        `SELECT n.id, n.content, (
           SELECT jsonb_agg(jsonb_build_object('id', b.id, 'kind', b.kind, 'heading', b.heading,
             'startLine', b.start_line, 'endLine', b.end_line) ORDER BY b.position)
           FROM note_blocks b WHERE b.note_id = n.id AND b.user_id = n.user_id
         ) AS blocks
         FROM notes n WHERE n.user_id = $1 AND n.id = ANY($2) AND n.block_revision = n.revision`,
        [userId, noteIds],
      );
      const read = ({ content, blocks }: NoteRow): NoteBlock[] => {
        const lines = linesOf(content);
        return (blocks ?? []).map((block) => {
          const known = storedBlock.parse(block);
          return { ...known, text: lines.slice(known.startLine - 1, known.endLine).join('\n') };
        });
      };
      return new Map(rows.map((row) => [row.id, read(row)]));
    },

    /** By message. */
    async messages(userId: string, messageIds: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await pool.query<{ id: string; content: string }>(
        'SELECT id, content FROM messages WHERE user_id = $1 AND id = ANY($2)',
        [userId, messageIds],
      );
      return new Map(rows.map(({ id, content }) => [id, content]));
    },
  };
}
export type KnowledgeContents = ReturnType<typeof createKnowledgeContents>;
