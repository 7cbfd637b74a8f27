import 'server-only';
import { MetonaFailure, type MetonaStoredMessage } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import { insertMessages } from './message-store';
import { decodePlace, type Page, toPage } from './page-cursor';
import { deleteSessionRows } from './session-deletion';
import { type SessionRecord, type SessionRow, toSessionRecord } from './session-rows';

export type { SessionRecord } from './session-rows';

export interface NewSession {
  readonly id: string;
  readonly title: string | null;
  readonly titleBy: 'auto' | 'user';
  readonly pinned?: boolean;
  readonly forkedFrom: string | null;
  readonly at: number;
  /** Of the last message, where it began elsewhere; else `at`. */
  readonly updatedAt?: number;
  /** The product and its id there; no two sessions of a user have the same. */
  readonly importedFrom?: string;
  /** Where it goes on; else after the last of its messages. */
  readonly headMessageId?: string;
  /** Fails when the account is gone: for what goes on without the user. */
  readonly requireOwner?: boolean;
}

export interface SessionPatch {
  readonly title?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly headMessageId?: string | undefined;
  readonly seenRunId?: string | undefined;
}

const withLastRun = Prisma.sql`
  SELECT s.*, r.id AS run_id, r.status AS run_status, q.open AS open_permissions
  FROM sessions s
  LEFT JOIN LATERAL (SELECT id, status FROM runs WHERE session_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1) r ON true
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS open FROM permission_requests p
    WHERE p.user_id = s.user_id AND p.status = 'open' AND p.session_id = s.id
  ) q ON true`;

/** An imported conversation may have tens of thousands of messages. */
const creationLimits = { maxWait: 10_000, timeout: 120_000 };

/** The lock makes a deletion of the account wait, and see the session. */
export async function holdOwner(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  const rows = await transaction.$queryRaw<unknown[]>`SELECT id FROM users WHERE id = ${userId} FOR KEY SHARE`;
  if (rows.length === 0)
    throw new MetonaFailure({ code: 'not_found', message: 'There is nothing here.', retryable: false });
}

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

    async findImported(userId: string, importedFrom: string): Promise<{ id: string; title: string | null } | null> {
      const select = { id: true, title: true } as const;
      return await prisma.session.findFirst({ where: { userId, importedFrom }, select });
    },

    /** A session with the messages it begins with, each after the one it follows. */
    async create(
      userId: string,
      session: NewSession,
      messages: readonly MetonaStoredMessage[] = [],
    ): Promise<SessionRecord> {
      const { at, updatedAt = at, headMessageId = messages.at(-1)?.id ?? null, requireOwner, ...row } = session;
      const times = { createdAt: new Date(at), updatedAt: new Date(updatedAt) };
      await prisma.$transaction(async (transaction) => {
        if (requireOwner) await holdOwner(transaction, userId);
        await transaction.session.create({ data: { ...row, ...times, userId, headMessageId } });
        await insertMessages(transaction, { userId, sessionId: session.id }, messages);
      }, creationLimits);
      const created = await find(userId, session.id);
      if (created === null) throw new Error('a session is gone right after it was made');
      return created;
    },

    async update(userId: string, sessionId: string, patch: SessionPatch): Promise<SessionRecord | null> {
      const data = {
        ...(patch.title !== undefined && { title: patch.title, titleBy: 'user' }),
        ...(patch.pinned !== undefined && { pinned: patch.pinned }),
        ...(patch.headMessageId !== undefined && { headMessageId: patch.headMessageId }),
        ...(patch.seenRunId !== undefined && { seenRunId: patch.seenRunId }),
      };
      if (Object.keys(data).length > 0) await prisma.session.updateMany({ where: { id: sessionId, userId }, data });
      return await find(userId, sessionId);
    },

    /** False when no such session was ever the user's. */
    delete: (userId: string, sessionId: string): Promise<boolean> => deleteSessionRows(prisma, userId, sessionId),
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;
