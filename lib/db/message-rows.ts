import type { NewMessage } from '@/lib/agent/ports';
import type { MetonaStoredMessage } from '@/lib/ir';
import { type MessageRow, toStoredMessage } from './run-rows';
import { searchTextOf } from './search-text';
import { storableJsonOrNull, storableText } from './storable';

/** The conversation a message is looked for in, and whose it must be. */
export interface MessagePlace {
  readonly userId: string;
  readonly sessionId: string;
}

/** The columns of a message but its parent and depth; JSON as text. */
export function messageColumns(place: MessagePlace & { readonly runId: string | null }, message: NewMessage) {
  const content = storableText(message.content);
  const searchable = message.role === 'user' || message.role === 'assistant';
  return {
    id: message.id,
    session_id: place.sessionId,
    user_id: place.userId,
    run_id: place.runId,
    role: message.role,
    content,
    reasoning: message.reasoningContent === undefined ? null : storableText(message.reasoningContent),
    reasoning_ms: message.reasoningMs ?? null,
    tool_calls: storableJsonOrNull(message.toolCalls),
    tool_result: storableJsonOrNull(message.toolResult),
    images: storableJsonOrNull(message.images),
    provider_state: storableJsonOrNull(message.providerState),
    answered_by: storableJsonOrNull(message.answeredBy),
    status: message.status ?? 'complete',
    iteration: message.iteration ?? null,
    token_estimate: message.tokenEstimate,
    search_text: searchable && content !== '' ? searchTextOf(content) : null,
    created_at: new Date(message.timestamp),
    origin: message.origin ?? null,
  };
}
type MessageColumns = ReturnType<typeof messageColumns>;

const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));

/** The message as it is read back from these columns. */
export function storedMessageOf(columns: MessageColumns, parentId: string | null): MetonaStoredMessage {
  return toStoredMessage({
    ...columns,
    parent_id: parentId,
    depth: 0,
    tool_calls: parsed(columns.tool_calls),
    tool_result: parsed(columns.tool_result),
    images: parsed(columns.images),
    provider_state: parsed(columns.provider_state),
    answered_by: parsed(columns.answered_by),
  } satisfies MessageRow & MessageColumns);
}
