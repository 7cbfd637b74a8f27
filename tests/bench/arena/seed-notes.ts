import { setTimeout as sleep } from 'node:timers/promises';
import { readCorpus } from '@/tests/corpus/read-corpus';
import { once } from './once';
import { callApi, product } from './product';

interface Progress {
  readonly kinds: { readonly note: { readonly total: number; readonly indexed: number } };
  readonly vectors: { readonly total: number; readonly indexed: number } | null;
  readonly state: 'idle' | 'indexing' | 'waiting';
}

export const indexProgress = () => callApi<Progress>('/api/knowledge/index');

/** Notes of the corpus, written as a person writes them. */
const written = once(async () => {
  const notes = readCorpus();
  for (const { title, content } of notes) await callApi('/api/notes', { title, content });
  return notes.length;
});

/** Copies of those notes under numbered titles, past the API, until there are so many. Nothing of them is indexed yet. */
export async function seedNotes(total: number): Promise<void> {
  const originals = await written();
  const { pool } = await product();
  const copies = Math.ceil(total / originals) - 1;
  await pool.query(
    `INSERT INTO notes (id, user_id, title, content, search_text, revision, block_revision, created_at, updated_at)
     SELECT 'copy' || n || '_' || id, user_id, title || ' ' || n, content, search_text, revision, block_revision, now(), now()
     FROM notes, generate_series(1, $1::int) AS n WHERE id LIKE 'note%' LIMIT $2`,
    [copies, total - originals],
  );
  await pool.query(
    `INSERT INTO note_blocks (id, note_id, user_id, position, kind, heading, start_line, end_line)
     SELECT 'copy' || n || '_' || b.id, 'copy' || n || '_' || b.note_id, b.user_id, b.position, b.kind, b.heading, b.start_line, b.end_line
     FROM note_blocks b, generate_series(1, $1::int) AS n
     WHERE b.note_id LIKE 'note%' AND EXISTS (SELECT FROM notes WHERE id = 'copy' || n || '_' || b.note_id)`,
    [copies],
  );
  await pool.query('ANALYZE notes, note_blocks');
}

/** The bench's provider as the embedding model of the account. */
export async function useEmbeddings(): Promise<void> {
  const { url, headers, providerId } = await product();
  const body = JSON.stringify({
    'knowledge.embeddingProvider': providerId,
    'knowledge.embeddingModel': 'bench-embed',
  });
  const response = await fetch(`${url}/api/settings`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`the settings were not saved: ${await response.text()}`);
}

/** Waits until nothing is left to index; throws when that takes too long. */
export async function untilIndexed(withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { kinds, vectors, state } = await indexProgress();
    const isWhole = kinds.note.indexed === kinds.note.total && (vectors === null || vectors.indexed === vectors.total);
    if (isWhole && state === 'idle') return;
    if (performance.now() > deadline) {
      const left = JSON.stringify({ kinds, vectors, state });
      throw new Error(`the index was not complete in ${withinMs / 1000} s: ${left}`);
    }
    await sleep(500);
  }
}
