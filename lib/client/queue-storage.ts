import type { OutgoingMessage } from './run-outgoing';

const keyOf = (sessionId: string) => `metona.queue.${sessionId}`;

/** What waits in line in this tab. A message keeps its key: one that was sent before a reload is not sent twice. */
export function readQueue(sessionId: string, known: readonly OutgoingMessage[]): readonly OutgoingMessage[] {
  if (known.length > 0) return known;
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(sessionId)) ?? '[]') as OutgoingMessage[];
  } catch {
    return [];
  }
}

export function keepQueue(sessionId: string | null, queue: readonly OutgoingMessage[]): void {
  if (sessionId === null) return;
  try {
    if (queue.length === 0) sessionStorage.removeItem(keyOf(sessionId));
    else sessionStorage.setItem(keyOf(sessionId), JSON.stringify(queue));
  } catch {
    // Pictures may be more than a browser keeps: such a line is lost on leaving the page.
  }
}
