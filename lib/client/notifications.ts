import type { PermissionRequest } from '@/lib/ir';
import type { SessionView } from './run-api';

export type NotedState = 'needsYou' | 'completed' | 'failed';

/** One thing worth a notification; `key` is the same in every tab that sees it. */
export interface Noted {
  readonly key: string;
  readonly state: NotedState;
  readonly sessionId: string;
}

/** What goes on, reduced to what can become news. */
export interface Watched {
  /** Runs that go on, and their conversations. */
  readonly running: ReadonlyMap<string, string>;
  readonly questions: ReadonlyMap<string, string>;
}

export function watchedOf(sessions: readonly SessionView[], questions: readonly PermissionRequest[]): Watched {
  const running = new Map<string, string>();
  for (const { id, active_run } of sessions) if (active_run !== null) running.set(active_run.id, id);
  return { running, questions: new Map(questions.map((question) => [question.id, question.session_id])) };
}

/** What has happened since: questions that were not there, runs that are over. Runs a person ended are no news. */
export function newsBetween(before: Watched, now: Watched, sessions: readonly SessionView[]): readonly Noted[] {
  const news: Noted[] = [];
  for (const [id, sessionId] of now.questions) {
    if (!before.questions.has(id)) news.push({ key: `question:${id}`, state: 'needsYou', sessionId });
  }
  for (const [runId, sessionId] of before.running) {
    if (now.running.has(runId)) continue;
    const status = sessions.find(({ id }) => id === sessionId)?.last_status;
    if (status === 'completed' || status === 'failed') news.push({ key: `ended:${runId}`, state: status, sessionId });
  }
  return news;
}

const seenLock = 'metona.seen';
const toldLock = 'metona.told';
const toldKey = 'metona.told';
const mostTold = 200;

/** Holds, for as long as the signal lasts, that someone sees Metona in this tab. */
export function holdSeen(signal: AbortSignal): void {
  const untilAborted = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  navigator.locks.request(seenLock, { mode: 'shared', signal }, untilAborted).catch(() => undefined);
}

export async function isSeenSomewhere(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === seenLock);
}

function readTold(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(toldKey) ?? '[]');
    return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** True for the one tab that may tell: every other one, and any later time, gets false. */
export function claimTelling(key: string): Promise<boolean> {
  return navigator.locks.request(toldLock, () => {
    const told = readTold();
    if (told.includes(key)) return false;
    localStorage.setItem(toldKey, JSON.stringify([...told, key].slice(-mostTold)));
    return true;
  });
}
