import 'server-only';
import type { MetonaMessage, MetonaMessageOrigin, MetonaStoredMessage } from '@/lib/ir';

/**
 * The part of a path that a fork takes: up to the chosen message, and on through the results of its tool calls, so that
 * no call loses its answer.
 */
export function cutAt(path: readonly MetonaStoredMessage[], messageId: string): MetonaStoredMessage[] {
  const at = path.findIndex((message) => message.id === messageId);
  if (at < 0) return [];
  let end = at + 1;
  while (path[end]?.role === 'tool') end += 1;
  return path.slice(0, end);
}

/** Without calls that have no result and results that have no call; providers refuse a history with either. */
export function dropUnpaired<Message extends MetonaMessage>(messages: readonly Message[]): Message[] {
  const answered = new Set(messages.map((message) => message.toolResult?.toolCallId));
  const called = new Set<string>();
  const kept: Message[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (message.toolResult && called.delete(message.toolResult.toolCallId)) kept.push(message);
      continue;
    }
    const calls = message.toolCalls?.filter((call) => answered.has(call.id)) ?? [];
    for (const call of calls) called.add(call.id);
    if (calls.length === (message.toolCalls?.length ?? 0)) {
      kept.push(message);
      continue;
    }
    const { toolCalls: _calls, providerState: _state, ...rest } = message;
    if (calls.length > 0 || message.content !== '') {
      kept.push({ ...rest, ...(calls.length > 0 && { toolCalls: calls }) } as Message);
    }
  }
  return kept;
}

/** The messages as a chain of their own with new ids; no run is theirs. What comes from outside is marked for good. */
export function rechain(
  messages: readonly MetonaMessage[],
  newId: (prefix: string) => string,
  origin?: MetonaMessageOrigin,
): MetonaStoredMessage[] {
  let parentId: string | null = null;
  return messages.map((message) => {
    const copy = { ...message, id: newId('msg'), parentId, runId: null, ...(origin && { origin }) };
    parentId = copy.id;
    return copy;
  });
}

/** New ids for the calls of messages that came from outside: an id names one call for ever. */
export function renewCallIds(messages: readonly MetonaMessage[], newId: (prefix: string) => string): MetonaMessage[] {
  const renewed = new Map<string, string>();
  for (const call of messages.flatMap((message) => message.toolCalls ?? [])) renewed.set(call.id, newId('tc'));
  return messages.map((message) => ({
    ...message,
    ...(message.toolCalls && {
      toolCalls: message.toolCalls.map((call) => ({ ...call, id: renewed.get(call.id) ?? call.id })),
    }),
    ...(message.toolResult && {
      toolResult: {
        ...message.toolResult,
        toolCallId: renewed.get(message.toolResult.toolCallId) ?? message.toolResult.toolCallId,
      },
    }),
  }));
}
