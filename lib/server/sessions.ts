import 'server-only';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionPatch, SessionStore } from '@/lib/db/session-store';
import type { WorkspaceCopies } from '@/lib/db/workspace-copies';
import { isTerminalStatus } from '@/lib/ir';
import { cutAt, dropUnpaired, rechain } from './copied-messages';
import { invalid, notFound } from './http/problem';
import { createSessionHead, type HeadChange } from './session-head';
import { type SessionView, toSessionView } from './session-view';

export interface SessionDependencies {
  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly copies: Pick<WorkspaceCopies, 'copySession'>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  /** Ends a run that is still going on; resolves when it has been told. */
  readonly cancelRun: (userId: string, runId: string) => Promise<void>;
}

export interface SessionChange extends HeadChange {
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly seen?: true | undefined;
}

export function createSessions(dependencies: SessionDependencies) {
  const { sessions, messages, newId, now, cancelRun } = dependencies;

  const find = async (userId: string, sessionId: string) => {
    const session = await sessions.find(userId, sessionId);
    if (session === null) throw notFound();
    return session;
  };

  const wantedHead = createSessionHead({ find, messages });

  return {
    /** For routes: what the path names, or the neutral 404. */
    own: find,

    async list(userId: string, page: { limit: number; cursor?: string | undefined }) {
      const { items, nextCursor } = await sessions.list(userId, { limit: page.limit, before: page.cursor });
      return { items: items.map(toSessionView), next_cursor: nextCursor };
    },

    async create(userId: string, title?: string): Promise<SessionView> {
      const session = {
        id: newId('s'),
        title: title ?? null,
        titleBy: title === undefined ? ('auto' as const) : ('user' as const),
      };
      return toSessionView(await sessions.create(userId, { ...session, forkedFrom: null, at: now() }));
    },

    async get(userId: string, sessionId: string): Promise<SessionView> {
      return toSessionView(await find(userId, sessionId));
    },

    async update(userId: string, sessionId: string, change: SessionChange): Promise<SessionView> {
      const { title, pinned, seen } = change;
      const headMessageId = await wantedHead(userId, sessionId, change);
      const seenRunId = seen ? (await find(userId, sessionId)).lastRun?.id : undefined;
      const patch: SessionPatch = { title, pinned, headMessageId, seenRunId };
      const session = await sessions.update(userId, sessionId, patch);
      if (session === null) throw notFound();
      return toSessionView(session);
    },

    async delete(userId: string, sessionId: string): Promise<void> {
      const session = await sessions.find(userId, sessionId);
      const run = session?.lastRun;
      if (run && !isTerminalStatus(run.status)) await cancelRun(userId, run.id);
      if (!(await sessions.delete(userId, sessionId))) throw notFound();
    },

    async fork(userId: string, sessionId: string, messageId: string): Promise<SessionView> {
      const session = await find(userId, sessionId);
      const place = { userId, sessionId };
      const onHeadPath =
        session.headMessageId === null ? [] : cutAt(await messages.loadPath(place, session.headMessageId), messageId);
      const path = onHeadPath.length > 0 ? onHeadPath : await messages.loadPath(place, messageId);
      if (path.length === 0)
        throw invalid([{ path: 'message_id', message: 'There is no such message in this conversation.' }]);
      const kept = dropUnpaired(path);
      const copies = rechain(kept, newId);
      const fork = {
        id: newId('s'),
        title: session.title,
        titleBy: session.titleBy === 'user' ? ('user' as const) : ('auto' as const),
      };
      const created = await sessions.create(userId, { ...fork, forkedFrom: sessionId, at: now() }, copies);
      try {
        const renamed = new Map(kept.map((message, at) => [message.id, copies[at]?.id ?? '']));
        await dependencies.copies.copySession({ userId, from: sessionId, to: fork.id, messages: renamed });
      } catch (error) {
        await sessions.delete(userId, fork.id);
        throw error;
      }
      return toSessionView(created);
    },
  };
}
