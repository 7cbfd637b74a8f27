import type { MetonaStoredMessage } from '@/lib/ir';

/**
 * A conversation as every provider accepts it: an assistant's calls are followed at once by one result each, in call
 * order, or neither calls nor results are there. A branch in the middle of a step or an import may bring anything else.
 */
export function pairedHistory(messages: readonly MetonaStoredMessage[]): MetonaStoredMessage[] {
  const paired: MetonaStoredMessage[] = [];
  const seen = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') continue;
    const ids = (message.toolCalls ?? []).map((call) => call.id);
    const results = resultsAfter(messages, at);
    const answers = ids.map((id) => (seen.has(id) ? undefined : results.get(id)));
    if (new Set(ids).size === ids.length && answers.every((answer) => answer !== undefined)) {
      paired.push(message, ...answers);
      for (const id of ids) seen.add(id);
    } else if (message.content !== '') {
      paired.push(withoutCalls(message));
    }
  }
  return paired;
}

/** The first result of each call that comes before the next answer. */
function resultsAfter(messages: readonly MetonaStoredMessage[], at: number): Map<string, MetonaStoredMessage> {
  const results = new Map<string, MetonaStoredMessage>();
  if (!messages[at]?.toolCalls) return results;
  for (const message of messages.slice(at + 1)) {
    if (message.role === 'assistant') break;
    const id = message.toolResult?.toolCallId;
    if (message.role === 'tool' && id !== undefined && !results.has(id)) results.set(id, message);
  }
  return results;
}

function withoutCalls(message: MetonaStoredMessage): MetonaStoredMessage {
  const { toolCalls: _calls, providerState: _state, tokenEstimate: _tokens, ...rest } = message;
  return rest;
}
