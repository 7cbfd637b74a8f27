import type { NewMessage } from '@/lib/agent/ports';
import type { MetonaStoredMessage } from '@/lib/ir';
import { type MessageRow, toStoredMessage } from './run-rows';
import { searchTextOf } from './search-text';
import type { Queryable } from './sql';
import { storableJsonOrNull, storableText } from './storable';

/** The conversation a message is looked for in, and whose it must be. */
export interface MessagePlace {
  readonly userId: string;
  readonly sessionId: string;
}

/** Writes one message below its parent (null: a root) and gives it back as stored. */
export async function insertMessageRow(
  client: Queryable,
  place: { sessionId: string; userId: string; runId: string | null; parentId: string | null },
  message: NewMessage,
): Promise<MetonaStoredMessage> {
  const content = storableText(message.content);
  const searchable = message.role === 'user' || message.role === 'assistant';
  const { rows } = await client.query<MessageRow>(
    `INSERT INTO messages (id, session_id, user_id, parent_id, run_id, depth, role, content, reasoning, reasoning_ms, tool_calls, tool_result,
       images, provider_state, answered_by, status, iteration, token_estimate, search_text, created_at, origin)
     VALUES ($1,$2,$3,$4,$5, COALESCE((SELECT depth + 1 FROM messages WHERE id = $4), 0), $6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,$18,$19,$20)
     RETURNING *`,
    [
      message.id,
      place.sessionId,
      place.userId,
      place.parentId,
      place.runId,
      message.role,
      content,
      message.reasoningContent === undefined ? null : storableText(message.reasoningContent),
      message.reasoningMs ?? null,
      storableJsonOrNull(message.toolCalls),
      storableJsonOrNull(message.toolResult),
      storableJsonOrNull(message.images),
      storableJsonOrNull(message.providerState),
      storableJsonOrNull(message.answeredBy),
      message.status ?? 'complete',
      message.iteration ?? null,
      message.tokenEstimate,
      searchable && content !== '' ? searchTextOf(content) : null,
      new Date(message.timestamp),
      message.origin ?? null,
    ],
  );
  const row = rows[0];
  if (!row) throw new Error('a message insert returned no row');
  return toStoredMessage(row);
}
