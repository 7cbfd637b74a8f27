import 'server-only';
import type { WorkspaceFiles, WorkspaceWrite } from '@/lib/agent/ports';
import { hashBytes } from '@/lib/crypto/hash-bytes';
import { decodeText } from '@/lib/ir';
import type { Prisma, PrismaClient } from './generated/client';
import type { WorkspaceFileModel } from './generated/models';
import { decodePlace, type Page, toPage } from './page-cursor';
import { deleteOnce } from './tombstone-store';
import { limitOf, type UserLimit } from './user-limit';
import { mediaTypeOf } from './workspace-media';
import { freePath } from './workspace-names';
import {
  changedMeanwhile,
  changedSinceAsked,
  insertChunks,
  lockWorkspace,
  markHead,
  noSuchSession,
  pathTaken,
  readChunks,
  readContent,
  requirePath,
  requireRoom,
  requireText,
  type StoredFile,
  toFile,
  tooLarge,
  transactionLimits,
  usedBytes,
} from './workspace-rows';

export interface WorkspaceDependencies {
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  /** Of all files of one user. */
  readonly maxUserBytes: UserLimit;
}

/** Of one file. */
const maxFileBytes = 20 * 1024 * 1024;

export interface FullWorkspaceStore extends WorkspaceFiles {
  list(userId: string, sessionId: string): Promise<StoredFile[]>;
  /** Keeps what a person sends; a name that is taken gets a number. */
  upload(
    userId: string,
    sessionId: string | null,
    file: { name: string; bytes: Uint8Array; messageId?: string | undefined },
  ): Promise<StoredFile>;
  find(userId: string, fileId: string): Promise<StoredFile | null>;
  open(userId: string, fileId: string): Promise<(StoredFile & { chunks: AsyncIterable<Uint8Array> }) | null>;
  page(
    userId: string,
    page: { limit: number; before?: string | undefined; sessionId?: string | undefined },
  ): Promise<Page<StoredFile>>;
  /** False when no such file was ever the user's. */
  delete(userId: string, fileId: string): Promise<boolean>;
  usage(userId: string): Promise<{ bytes: number; maxBytes: number }>;
}

type Transaction = Prisma.TransactionClient;

interface Draft {
  readonly userId: string;
  readonly sessionId: string | null;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly source: 'upload' | 'tool';
  readonly messageId?: string | undefined;
}

async function requireSession(transaction: Transaction, userId: string, sessionId: string): Promise<void> {
  // The lock makes a deletion of the session wait, and see the file.
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT id FROM sessions WHERE id = ${sessionId} AND user_id = ${userId} FOR SHARE`;
  if (rows.length === 0) throw noSuchSession();
}

function createSave({ newId, now, maxUserBytes }: WorkspaceDependencies) {
  const checkRoom = async (transaction: Transaction, draft: Draft, replaced: WorkspaceFileModel | null) => {
    const { userId, path } = draft;
    const size = draft.bytes.byteLength;
    if (size > maxFileBytes)
      throw tooLarge(`${path} is larger than the ${maxFileBytes / 1024 ** 2} MB a file may have.`);
    const more = { bytes: size - (replaced?.size ?? 0), files: replaced === null ? 1 : 0, for: path };
    await requireRoom(transaction, userId, { ...more, maxUserBytes: await limitOf(maxUserBytes, userId) });
  };

  return async (transaction: Transaction, draft: Draft, replaced: WorkspaceFileModel | null): Promise<StoredFile> => {
    const { userId, sessionId, path, bytes, source } = draft;
    await checkRoom(transaction, draft, replaced);
    const contentId = newId('content');
    const at = new Date(now());
    const content = { contentId, size: bytes.byteLength, sha256: hashBytes(bytes), source, updatedAt: at };
    await insertChunks(transaction, { userId, contentId }, bytes);
    if (replaced === null) {
      const { messageId = null } = draft;
      const mediaType = mediaTypeOf(path);
      const place = { id: newId('file'), userId, sessionId, messageId, path, mediaType, createdAt: at };
      return toFile(await transaction.workspaceFile.create({ data: { ...place, ...content } }));
    }
    await transaction.workspaceChunk.deleteMany({ where: { contentId: replaced.contentId, userId } });
    await transaction.workspaceFile.updateMany({ where: { id: replaced.id, userId }, data: content });
    return toFile({ ...replaced, ...content });
  };
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array {
  return new Uint8Array(Buffer.concat([before, after]));
}

async function contentAfter(
  transaction: Transaction,
  { mode, bytes }: WorkspaceWrite,
  present: WorkspaceFileModel | null,
): Promise<Uint8Array> {
  if (mode !== 'append' || present === null) return bytes;
  const before = await readContent(transaction, present);
  if (before === null) throw changedMeanwhile(present.path);
  // What is added is UTF-8; a text of another encoding becomes it as a whole.
  const decoded = decodeText(before);
  const isOther = decoded !== null && decoded.encoding !== 'utf-8';
  return joined(isOther ? new TextEncoder().encode(decoded.text) : before, bytes);
}

type SessionFiles = Pick<FullWorkspaceStore, keyof WorkspaceFiles>;

function createSessionFiles(prisma: PrismaClient, save: ReturnType<typeof createSave>): SessionFiles {
  const at = (userId: string, sessionId: string, path: string) =>
    prisma.workspaceFile.findFirst({ where: { userId, sessionId, path: requirePath(path) } });

  return {
    async list(userId, sessionId) {
      const rows = await prisma.workspaceFile.findMany({ where: { userId, sessionId }, orderBy: { path: 'asc' } });
      return rows.map(toFile);
    },

    async read(userId, sessionId, path) {
      for (let tries = 0; tries < 3; tries += 1) {
        const row = await at(userId, sessionId, path);
        if (row === null) return null;
        const bytes = await readContent(prisma, row);
        if (bytes !== null) return { ...toFile(row), bytes };
      }
      throw changedMeanwhile(path);
    },

    async readStream(userId, sessionId, path) {
      const row = await at(userId, sessionId, path);
      return row && { ...toFile(row), chunks: readChunks(prisma, row) };
    },

    async write(userId, sessionId, file) {
      const path = requirePath(file.path);
      requireText(path, file.bytes);
      return prisma.$transaction(async (transaction) => {
        await lockWorkspace(transaction, userId);
        await requireSession(transaction, userId, sessionId);
        const present = await transaction.workspaceFile.findFirst({ where: { userId, sessionId, path } });
        if (present !== null && file.mode === 'create') throw pathTaken(path);
        const { expectedSha256: expected = present?.sha256 ?? null } = file;
        if ((present?.sha256 ?? null) !== expected) throw changedSinceAsked(path);
        const bytes = await contentAfter(transaction, file, present);
        const saved = await save(transaction, { userId, sessionId, path, bytes, source: 'tool' }, present);
        return { ...saved, isNew: present === null };
      }, transactionLimits);
    },
  };
}

/** Files of users, each within its session; every statement is confined to the user. */
export function createWorkspaceStore(prisma: PrismaClient, dependencies: WorkspaceDependencies): FullWorkspaceStore {
  const save = createSave(dependencies);
  const find = (userId: string, fileId: string) => prisma.workspaceFile.findFirst({ where: { id: fileId, userId } });

  return {
    ...createSessionFiles(prisma, save),

    async upload(userId, sessionId, { name, bytes, messageId }) {
      const wanted = requirePath(name);
      requireText(wanted, bytes);
      return prisma.$transaction(async (transaction) => {
        await lockWorkspace(transaction, userId);
        if (sessionId !== null) await requireSession(transaction, userId, sessionId);
        const taken =
          sessionId === null ? [] : await transaction.workspaceFile.findMany({ where: { userId, sessionId } });
        const path = freePath(wanted, new Set(taken.map((row) => row.path)));
        if (sessionId !== null) await markHead(transaction, userId, sessionId);
        return save(transaction, { userId, sessionId, path, bytes, source: 'upload', messageId }, null);
      }, transactionLimits);
    },

    async find(userId, fileId) {
      const row = await find(userId, fileId);
      return row && toFile(row);
    },

    async open(userId, fileId) {
      const row = await find(userId, fileId);
      return row && { ...toFile(row), chunks: readChunks(prisma, row) };
    },

    async page(userId, { limit, before, sessionId }) {
      const place = before === undefined ? null : decodePlace(before);
      if (before !== undefined && place === null) return { items: [], nextCursor: null };
      const rows = await prisma.workspaceFile.findMany({
        where: {
          userId,
          ...(sessionId !== undefined && { sessionId }),
          ...(place && {
            OR: [{ updatedAt: { lt: new Date(place.at) } }, { updatedAt: new Date(place.at), id: { lt: place.id } }],
          }),
        },
        orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      });
      return toPage(rows, limit, { item: toFile, place: (row) => ({ at: row.updatedAt.getTime(), id: row.id }) });
    },

    delete: (userId, fileId) =>
      deleteOnce(prisma, { userId, id: fileId }, async (transaction) => {
        await lockWorkspace(transaction, userId);
        const rows = await transaction.workspaceFile.findMany({ where: { id: fileId, userId } });
        const contentId = { in: rows.map((row) => row.contentId) };
        await transaction.workspaceChunk.deleteMany({ where: { contentId, userId } });
        const { count } = await transaction.workspaceFile.deleteMany({ where: { id: fileId, userId } });
        return count;
      }),

    async usage(userId) {
      const maxBytes = await limitOf(dependencies.maxUserBytes, userId);
      return { bytes: (await usedBytes(prisma, userId)).bytes, maxBytes };
    },
  };
}
