import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import type { McpServerModel } from './generated/models';
import { storableJson, storableText } from './storable';
import { deleteOnce } from './tombstone-store';

export type McpServerRecord = McpServerModel;

/** What a user decides about a server. */
export interface McpServerValues {
  readonly name: string;
  readonly slug: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly headersCipher: string | null;
  readonly headers: readonly { name: string; last4: string | null }[];
}

export interface McpServerChange extends Partial<Omit<McpServerValues, 'slug'>> {
  /** It is reached in another way from now on: what is known about its health, and connections, are void. */
  readonly isElsewhere: boolean;
  /** What its user was let in with does not hold there. */
  readonly forgetAccess: boolean;
}

export interface McpServerSeen {
  readonly tools: unknown;
  readonly toolsHash: string;
  readonly leftOut: unknown;
  readonly info: unknown;
  readonly latencyMs: number;
  readonly at: Date;
}

/** What is read on every turn: all but the tools themselves and the secrets. */
export type OfferedMcpServer = Pick<McpServerRecord, 'id' | 'name' | 'slug' | 'url' | 'toolsHash' | 'checkedAt'>;

/** Not a change of the server by its user: it was made before, and may have been overtaken. */
export interface Seen {
  readonly userId: string;
  readonly id: string;
  readonly revision: number;
}

const json = (value: unknown) => JSON.parse(storableJson(value)) as Prisma.InputJsonValue;
const noAccess = {
  accessCipher: null,
  signedInAt: null,
  signInState: null,
  signInCipher: null,
  signInExpiresAt: null,
} as const;

function changesOf({
  isElsewhere,
  forgetAccess,
  headers,
  ...plain
}: McpServerChange): Prisma.McpServerUpdateManyMutationInput {
  return {
    ...plain,
    ...(plain.name !== undefined && { name: storableText(plain.name) }),
    ...(headers !== undefined && { headers: json(headers) }),
    ...(isElsewhere && {
      revision: { increment: 1 },
      state: 'unchecked',
      error: Prisma.DbNull,
      checkedAt: null,
      latencyMs: null,
    }),
    ...(forgetAccess && noAccess),
  };
}

const own = (userId: string, id: string) => ({ id, userId });

/** What a user is let in to his servers with. */
function createAccessStore(prisma: PrismaClient, now: () => number) {
  return {
    /** Renewed tokens, and what a refusal asked for. */
    async saveAccess(userId: string, id: string, accessCipher: string): Promise<void> {
      await prisma.mcpServer.updateMany({ where: own(userId, id), data: { accessCipher } });
    },

    async beginSignIn(
      userId: string,
      id: string,
      begun: { state: string; cipher: string; expiresAt: Date },
    ): Promise<void> {
      const { state: signInState, cipher: signInCipher, expiresAt: signInExpiresAt } = begun;
      const data = { signInState, signInCipher, signInExpiresAt };
      await prisma.mcpServer.updateMany({ where: own(userId, id), data });
    },

    /** Takes a begun sign-in away, so that it is completed once; null when there is none of this user's. */
    async takeSignIn(userId: string, state: string): Promise<McpServerRecord | null> {
      const found = await prisma.mcpServer.findFirst({ where: { userId, signInState: state } });
      if (found === null) return null;
      const { count } = await prisma.mcpServer.updateMany({
        where: { id: found.id, userId, signInState: state },
        data: { signInState: null, signInCipher: null, signInExpiresAt: null },
      });
      return count === 1 ? found : null;
    },

    async saveSignedIn(userId: string, id: string, accessCipher: string): Promise<void> {
      await prisma.mcpServer.updateMany({
        where: own(userId, id),
        data: { accessCipher, signedInAt: new Date(now()), revision: { increment: 1 }, state: 'unchecked' },
      });
    },
  };
}

export function createMcpServerStore(prisma: PrismaClient, now: () => number) {
  return {
    ...createAccessStore(prisma, now),

    async list(userId: string): Promise<McpServerRecord[]> {
      return await prisma.mcpServer.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    },

    async find(userId: string, id: string): Promise<McpServerRecord | null> {
      return await prisma.mcpServer.findFirst({ where: own(userId, id) });
    },

    async offered(userId: string): Promise<OfferedMcpServer[]> {
      return await prisma.mcpServer.findMany({
        where: { userId, enabled: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, name: true, slug: true, url: true, toolsHash: true, checkedAt: true },
      });
    },

    async tools(
      userId: string,
      ids: readonly string[],
    ): Promise<Pick<McpServerRecord, 'id' | 'toolsHash' | 'tools'>[]> {
      return await prisma.mcpServer.findMany({
        where: { userId, id: { in: [...ids] } },
        select: { id: true, toolsHash: true, tools: true },
      });
    },

    async create(userId: string, id: string, values: McpServerValues): Promise<McpServerRecord> {
      const at = new Date(now());
      const data = { ...values, name: storableText(values.name), headers: json(values.headers) };
      return await prisma.mcpServer.create({ data: { id, userId, ...data, createdAt: at, updatedAt: at } });
    },

    async update(userId: string, id: string, change: McpServerChange): Promise<McpServerRecord | null> {
      const data = { ...changesOf(change), updatedAt: new Date(now()) };
      await prisma.mcpServer.updateMany({ where: own(userId, id), data });
      return await prisma.mcpServer.findFirst({ where: own(userId, id) });
    },

    async saveSeen({ revision, ...of }: Seen, seen: McpServerSeen): Promise<void> {
      const { at, toolsHash, latencyMs } = seen;
      await prisma.mcpServer.updateMany({
        where: { ...of, revision },
        data: {
          state: 'ready',
          error: Prisma.DbNull,
          info: json(seen.info),
          tools: json(seen.tools),
          leftOut: json(seen.leftOut),
          toolsHash,
          latencyMs,
          checkedAt: at,
        },
      });
    },

    async saveFailure({ revision, ...of }: Seen, failure: { state: string; error: unknown; at: Date }): Promise<void> {
      const { state, error, at } = failure;
      await prisma.mcpServer.updateMany({
        where: { ...of, revision },
        data: { state, error: json(error), checkedAt: at, latencyMs: null },
      });
    },

    /** False when no such server was ever the user's. */
    delete: (userId: string, id: string) =>
      deleteOnce(prisma, { userId, id }, async (transaction) => {
        const { count } = await transaction.mcpServer.deleteMany({ where: own(userId, id) });
        return count;
      }),
  };
}
export type McpServerStore = ReturnType<typeof createMcpServerStore>;
