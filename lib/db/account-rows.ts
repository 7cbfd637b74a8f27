import 'server-only';
import type { PrismaClient } from './generated/client';

const manyRows = 500;
/** Of what may be long. */
const fewRows = 20;

/** Reads a table by its ids, a page at a time. */
async function* byId<Row extends { readonly id: string }>(
  read: (page: { take: number; after: string }) => Promise<Row[]>,
  take = manyRows,
): AsyncGenerator<Row> {
  for (let after = ''; ; ) {
    const rows = await read({ take, after });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < take) return;
    after = last.id;
  }
}

const orderBy = { id: 'asc' } as const;
const named = { id: true, createdAt: true, updatedAt: true } as const;

/**
 * What leaves, field by field: no hash, no ciphertext, no token, no part of any of them, and nothing that a table gets
 * later without somebody adding it here.
 */
const fields = {
  profile: { id: true, email: true, name: true, role: true, createdAt: true },
  setting: { key: true, value: true, updatedAt: true },
  provider: { providerId: true, kind: true, displayName: true, baseUrl: true, enabled: true, defaultModel: true },
  session: {
    ...named,
    title: true,
    titleBy: true,
    pinned: true,
    headMessageId: true,
    forkedFrom: true,
    importedFrom: true,
  },
  run: {
    id: true,
    sessionId: true,
    status: true,
    providerId: true,
    model: true,
    answeredBy: true,
    usage: true,
    stepsUsed: true,
    toolCallsUsed: true,
    activeMs: true,
    finishReason: true,
    createdAt: true,
    startedAt: true,
    finishedAt: true,
  },
  memory: {
    ...named,
    type: true,
    content: true,
    summary: true,
    summaryDerived: true,
    source: true,
    importance: true,
    status: true,
    sessionId: true,
    expiresAt: true,
    archivedAt: true,
    archivedReason: true,
  },
  note: { ...named, title: true, content: true, folder: true },
  noteFolder: { path: true, createdAt: true },
  task: {
    ...named,
    title: true,
    detail: true,
    status: true,
    priority: true,
    dueOn: true,
    sessionId: true,
    completedAt: true,
  },
  file: { ...named, sessionId: true, path: true, mediaType: true, size: true, sha256: true, source: true },
  skill: {
    ...named,
    name: true,
    description: true,
    enabled: true,
    trusted: true,
    origin: true,
    files: { select: { path: true, content: true } },
  },
  plugin: { ...named, slug: true, version: true, manifest: true, sourceUrl: true, enabled: true },
  mcpServer: { ...named, name: true, slug: true, url: true, enabled: true },
  grant: { id: true, sessionId: true, toolName: true, host: true, createdAt: true, expiresAt: true, revokedAt: true },
  share: {
    id: true,
    sessionId: true,
    label: true,
    title: true,
    include: true,
    views: true,
    publishedAt: true,
    createdAt: true,
    expiresAt: true,
  },
} as const;

type PageOf = (page: { take: number; after: string }) => {
  where: { userId: string; id: { gt: string } };
  orderBy: typeof orderBy;
  take: number;
};

const pageOf =
  (userId: string): PageOf =>
  ({ take, after }) => ({ where: { userId, id: { gt: after } }, orderBy, take });

/** All that a user owns, for himself; what may be long is read a page at a time. */
export function createAccountRows(prisma: PrismaClient) {
  return {
    profile: (id: string) => prisma.user.findUnique({ where: { id }, select: fields.profile }),
    settings: (userId: string) =>
      prisma.appConfig.findMany({ where: { userId, secret: null }, select: fields.setting, orderBy: { key: 'asc' } }),
    providers: (userId: string) => prisma.providerConfig.findMany({ where: { userId }, select: fields.provider }),
    noteFolders: (userId: string) => prisma.noteFolder.findMany({ where: { userId }, select: fields.noteFolder }),
    plugins: (userId: string) => prisma.plugin.findMany({ where: { userId }, select: fields.plugin, orderBy }),
    mcpServers: (userId: string) => prisma.mcpServer.findMany({ where: { userId }, select: fields.mcpServer, orderBy }),
    sessions: (userId: string) =>
      byId((page) => prisma.session.findMany({ ...pageOf(userId)(page), select: fields.session })),
    runs: (userId: string) => byId((page) => prisma.run.findMany({ ...pageOf(userId)(page), select: fields.run })),
    memories: (userId: string) =>
      byId((page) => prisma.memory.findMany({ ...pageOf(userId)(page), select: fields.memory })),
    notes: (userId: string) =>
      byId((page) => prisma.note.findMany({ ...pageOf(userId)(page), select: fields.note }), fewRows),
    tasks: (userId: string) => byId((page) => prisma.task.findMany({ ...pageOf(userId)(page), select: fields.task })),
    files: (userId: string) =>
      byId((page) => prisma.workspaceFile.findMany({ ...pageOf(userId)(page), select: fields.file })),
    skills: (userId: string) =>
      byId((page) => prisma.skill.findMany({ ...pageOf(userId)(page), select: fields.skill }), fewRows),
    grants: (userId: string) =>
      byId((page) => prisma.permissionGrant.findMany({ ...pageOf(userId)(page), select: fields.grant })),
    shares: (userId: string) =>
      byId((page) => prisma.share.findMany({ ...pageOf(userId)(page), select: fields.share })),
  };
}
export type AccountRows = ReturnType<typeof createAccountRows>;
