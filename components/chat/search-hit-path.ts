import type { SearchHit } from '@/lib/client/run-api';

/** The message itself, with the words in it. */
export function searchHitPath({ session_id: sessionId, message_id: messageId }: SearchHit, find: string): string {
  const path = `/chat/${encodeURIComponent(sessionId)}`;
  if (messageId === null) return path;
  return `${path}?${new URLSearchParams({ message: messageId, find: find.trim() }).toString()}`;
}
