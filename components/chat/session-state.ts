import type { SessionView } from '@/lib/client/run-api';

export type SessionState = 'needs_you' | 'running' | 'failed' | 'fresh' | 'calm';

export const sessionStateLabels = {
  needs_you: 'chat.sessions.needsYou',
  running: 'chat.sessions.running',
  failed: 'chat.sessions.failed',
  fresh: 'chat.sessions.fresh',
  calm: null,
} as const satisfies Readonly<Record<SessionState, string | null>>;

export const sessionStateDots: Readonly<Record<SessionState, string>> = {
  needs_you: 'bg-amber-fill ring-3 ring-amber-soft',
  running: 'bg-cyan motion-safe:animate-pulse',
  failed: 'bg-red',
  fresh: 'bg-green',
  calm: 'bg-transparent',
};

/** `isLookedAt`: the conversation is on the screen, so that nothing of it is new. */
export function sessionState(session: SessionView, isLookedAt = false): SessionState {
  if (session.open_permissions > 0) return 'needs_you';
  if (session.active_run !== null) return 'running';
  if (session.last_status === 'failed') return 'failed';
  return session.unseen && !isLookedAt ? 'fresh' : 'calm';
}
