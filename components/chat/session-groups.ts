import type { SessionView } from '@/lib/client/run-api';

export type SessionGroupName = 'needsYou' | 'pinned' | 'today' | 'week' | 'older';

export const sessionGroupLabels: Readonly<Record<SessionGroupName, `chat.sessions.${SessionGroupName}`>> = {
  needsYou: 'chat.sessions.needsYou',
  pinned: 'chat.sessions.pinned',
  today: 'chat.sessions.today',
  week: 'chat.sessions.week',
  older: 'chat.sessions.older',
};

const DAY_MS = 86_400_000;

function groupOf(session: SessionView, now: number): SessionGroupName {
  if (session.open_permissions > 0) return 'needsYou';
  if (session.pinned) return 'pinned';
  const changed = new Date(session.updated_at);
  if (now === 0 || changed.toDateString() === new Date(now).toDateString()) return 'today';
  return now - changed.getTime() < 7 * DAY_MS ? 'week' : 'older';
}

/** Conversations by age, those that wait for their owner and pinned ones first, empty groups left out. The order within a group is kept. */
export function groupSessions(
  sessions: readonly SessionView[],
  now: number,
): readonly (readonly [SessionGroupName, readonly SessionView[]])[] {
  const groups: Record<SessionGroupName, SessionView[]> = { needsYou: [], pinned: [], today: [], week: [], older: [] };
  for (const session of sessions) groups[groupOf(session, now)].push(session);
  const names: readonly SessionGroupName[] = ['needsYou', 'pinned', 'today', 'week', 'older'];
  return names.filter((name) => groups[name].length > 0).map((name) => [name, groups[name]] as const);
}
