import type { MetonaStoredMessage } from '@/lib/ir';
import { isStored, type OutgoingMessage, pendingMessage } from './run-outgoing';

type Messages = readonly MetonaStoredMessage[];

/**
 * The conversation with a message in its place, before the server has answered. A branch hides what it leaves behind;
 * nothing of that is deleted. A question that is asked again gives up its old run, so that the new one stands there.
 */
export function placeMessage(
  messages: Messages,
  message: OutgoingMessage,
): { messages: MetonaStoredMessage[]; pending: MetonaStoredMessage | null } {
  const { branch } = message;
  if (branch?.kind === 'again') {
    const at = messages.findIndex((known) => known.id === branch.question.id);
    const kept = at < 0 ? messages : messages.slice(0, at);
    return { messages: [...kept, { ...branch.question, runId: null }], pending: null };
  }
  const at = branch === null ? -1 : messages.findIndex((known) => known.id === branch.message.id);
  const kept = at < 0 ? messages : messages.slice(0, at);
  const pending = pendingMessage(message, kept.at(-1)?.id ?? null);
  return { messages: [...kept, pending], pending };
}

/**
 * The newest page of what is stored, behind the older messages that are known and before what is not stored yet.
 * `isWhole` when nothing older is known: the page's own cursor then leads on.
 */
export function mergeNewest(
  known: Messages,
  newestFirst: Messages,
): { messages: MetonaStoredMessage[]; isWhole: boolean } {
  const items = newestFirst.toReversed();
  const first = items[0];
  const at = first === undefined ? -1 : known.findIndex((message) => message.id === first.id);
  const older = at > 0 ? known.slice(0, at) : [];
  const unnamed = known.filter((message) => isPending(message, items));
  return { messages: [...older, ...items, ...unnamed], isWhole: older.length === 0 };
}

/** A page of older messages, newest first, before those that are known. */
export function prependOlder(known: Messages, page: Messages): MetonaStoredMessage[] {
  const ids = new Set(known.map((message) => message.id));
  return [...page.filter((message) => !ids.has(message.id)).reverse(), ...known];
}

/** What a run has added, behind what is known. */
export function appendNew(known: Messages, added: Messages): MetonaStoredMessage[] {
  const ids = new Set(known.map((message) => message.id));
  return [...known, ...added.filter((message) => !ids.has(message.id))];
}

/** The run that a message has started. */
export function withRun(messages: Messages, id: string, runId: string): MetonaStoredMessage[] {
  return messages.map((known) => (known.id === id ? { ...known, runId } : known));
}

/** Whether a message is still waiting for its stored form. */
function isPending(message: MetonaStoredMessage, stored: readonly MetonaStoredMessage[]): boolean {
  if (isStored(message)) return false;
  return !stored.some((known) => known.role === 'user' && known.runId !== null && known.runId === message.runId);
}
