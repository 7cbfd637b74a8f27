import 'server-only';
import type { MetonaStoredMessage } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import { insertChain } from './message-store';
import { decodePlace, type Page, toPage } from './page-cursor';
import { deleteSessionRows } from './session-deletion';
import { type SessionRecord, type SessionRow, toSessionRecord } from './session-rows';

export type { SessionRecord } from './session-rows';

export interface NewSession {
  readonly id: string;
  readonly title: string | null;
  readonly titleBy: 'auto' | 'user';
  readonly forkedFrom: string | null;
  readonly at: number;
}

export interface SessionPatch {
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly headMessageId?: string | undefined;
}

const withLastRun = Prisma.sql`
  SELECT s.*, r.id AS run_id, r.status AS run_status, q.open AS open_permissions
  FROM sessions s
  LEFT JOIN LATERAL (SELECT id, status FROM runs WHERE session_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS open FROM permission_requests p
    WHERE p.user_id = s.user_id AND p.status = 'open' AND p.session_id = s.id
  ) q ON true`;

const newestFirst = Prisma.sql`ORDER BY s.pinned DESC, s.updated_at DESC, s.id DESC`;

/** A `%` pattern that means its text literally. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

export function createSessionStore(prisma: PrismaClient) {
  const find = async (userId: string, sessionId: string): Promise<SessionRecord | null> => {
    const rows = await prisma.$queryRaw<SessionRow[]>(
      Prisma.sql`${withLastRun} WHERE s.user_id = ${userId} AND s.id = ${sessionId}`,
    );
    return rows[0] ? toSessionRecord(rows[0]) : null;
  };

  return {
    find,

    async exists(userId: string, sessionId: string): Promise<boolean> {
      return (await prisma.session.count({ where: { id: sessionId, userId } })) > 0;
    },

    async list(userId: string, page: { limit: number; before?: string | undefined }): Promise<Page<SessionRecord>> {
      const place = page.before === undefined ? null : decodePlace(page.before);
      if (page.before !== undefined && place === null) return { items: [], nextCursor: null };
      const after = place
        ? Prisma.sql`AND (s.pinned, s.updated_at, s.id) < (${place.pinned ?? false}, ${new Date(place.at)}, ${place.id})`
        : Prisma.empty;
      const rows = await prisma.$queryRaw<SessionRow[]>(
        Prisma.sql`${withLastRun} WHERE s.user_id = ${userId} ${after} ${newestFirst} LIMIT ${page.limit + 1}`,
      );
      return toPage(rows, page.limit, {
        item: toSessionRecord,
        place: (row) => ({ at: row.updated_at.getTime(), id: row.id, pinned: row.pinned }),
      });
    },

    async findByTitle(
      userId: string,
      text: string,
      limit: number,
    ): Promise<{ id: string; title: string; updatedAt: number }[]> {
      const rows = await prisma.$queryRaw<SessionRow[]>(Prisma.sql`
        SELECT * FROM sessions s WHERE s.user_id = ${userId} AND s.title ILIKE ${containing(text)} ${newestFirst} LIMIT ${limit}`);
      return rows.map((row) => ({ id: row.id, title: row.title ?? '', updatedAt: row.updated_at.getTime() }));
    },

    /** A session with the messages it begins with, root first; the last one is its head. */
    async create(
      userId: string,
      session: NewSession,
      messages: readonly MetonaStoredMessage[] = [],
    ): Promise<SessionRecord> {
      const { at, ...row } = session;
      await prisma.$transaction(async (transaction) => {
        const headMessageId = messages.at(-1)?.id ?? null;
        await transaction.session.create({
          data: { ...row, userId, headMessageId, createdAt: new Date(at), updatedAt: new Date(at) },
        });
        await insertChain(transaction, { userId, sessionId: session.id }, messages);
      });
      const created = await find(userId, session.id);
      if (created === null) throw new Error('a session is gone right after it was made');
      return created;
    },

    async update(userId: string, sessionId: string, patch: SessionPatch): Promise<SessionRecord | null> {
      const data = {
        ...(patch.title !== undefined && { title: patch.title, titleBy: 'user' }),
        ...(patch.pinned !== undefined && { pinned: patch.pinned }),
        ...(patch.headMessageId !== undefined && { headMessageId: patch.headMessageId }),
      };
      if (Object.keys(data).length > 0) await prisma.session.updateMany({ where: { id: sessionId, userId }, data });
      return await find(userId, sessionId);
    },

    /** False when no such session was ever the user's. */
    delete: (userId: string, sessionId: string): Promise<boolean> => deleteSessionRows(prisma, userId, sessionId),
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;
