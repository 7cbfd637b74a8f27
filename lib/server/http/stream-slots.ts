import 'server-only';
import { rateLimited } from './problem';

const retryAfterMs = 5_000;

// On globalThis: route handlers of one process may live in several module graphs, the cap is the user's.
const slot = globalThis as { metonaStreamSlots?: Map<string, number> };

function counts(): Map<string, number> {
  slot.metonaStreamSlots ??= new Map();
  return slot.metonaStreamSlots;
}

export function openStreams(userId: string): number {
  return counts().get(userId) ?? 0;
}

/** Takes one of the user's event-stream places or throws 429; the returned function gives it back, once. */
export function takeStreamSlot(userId: string, max: number): () => void {
  const open = openStreams(userId);
  if (open >= max) throw rateLimited(retryAfterMs, 'Too many event streams are open; close one.');
  counts().set(userId, open + 1);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    const left = openStreams(userId) - 1;
    if (left > 0) counts().set(userId, left);
    else counts().delete(userId);
  };
}
