import type { SessionView } from '@/lib/client/run-api';

export type SessionState = 'needs_you' | 'running' | 'failed' | 'calm';

export const sessionStateLabels = {
  needs_you: 'chat.sessions.needsYou',
  running: 'chat.sessions.running',
  failed: 'chat.sessions.failed',
  calm: null,
} as const satisfies Readonly<Record<SessionState, string | null>>;

export const sessionStateDots: Readonly<Record<SessionState, string>> = {
  needs_you: 'bg-amber-fill ring-3 ring-amber-soft',
  running: 'bg-cyan',
  failed: 'bg-red',
  calm: 'bg-transparent',
};

export function sessionState(session: SessionView): SessionState {
  if (session.open_permissions > 0) return 'needs_you';
  if (session.active_run !== null) return 'running';
  return session.last_status === 'failed' ? 'failed' : 'calm';
}
