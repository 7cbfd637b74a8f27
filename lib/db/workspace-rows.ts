import type { WorkspaceFile } from '@/lib/agent/ports';
import { type MetonaErrorCode, MetonaFailure, normalisePath, type WorkspacePathFlaw } from '@/lib/ir';
import type { Prisma } from './generated/client';
import type { WorkspaceFileModel } from './generated/models';
import { isPlainText } from './workspace-media';

type Transaction = Prisma.TransactionClient;

/** A file with where it belongs. */
export interface StoredFile extends WorkspaceFile {
  readonly sessionId: string | null;
  readonly messageId: string | null;
  readonly source: 'upload' | 'tool';
  readonly createdAt: number;
}

const chunkBytes = 256 * 1024;
const maxUserFiles = 2_000;
export const transactionLimits = { maxWait: 10_000, timeout: 60_000 };
/** Key space of the locks that order the writes of a user. */
const LOCK_SPACE = 0x4d46;

export const toFile = (row: WorkspaceFileModel): StoredFile => ({
  id: row.id,
  path: row.path,
  mediaType: row.mediaType,
  size: row.size,
  sha256: row.sha256,
  updatedAt: row.updatedAt.getTime(),
  createdAt: row.createdAt.getTime(),
  sessionId: row.sessionId,
  messageId: row.messageId,
  source: row.source === 'tool' ? 'tool' : 'upload',
});

const refuse = (code: MetonaErrorCode | 'conflict' | 'not_found' | 'payload_too_large', message: string) =>
  new MetonaFailure({ code, message, retryable: false });

export const noSuchSession = () => refuse('not_found', 'There is nothing here.');
export const pathTaken = (path: string) => refuse('conflict', `There is already a file ${path}.`);
export const changedSinceAsked = (path: string) =>
  refuse('conflict', `${path} has changed since this was asked, so nothing was written; read it again first.`);
export const changedMeanwhile = (path: string) => refuse('conflict', `${path} was changed while it was read.`);
export const tooLarge = (message: string) => refuse('payload_too_large', message);

const sentenceByFlaw: Readonly<Record<WorkspacePathFlaw, string>> = {
  empty: 'The path is empty.',
  not_relative: 'The path must be relative to the workspace, such as data.csv or reports/june.md.',
  leaves_workspace: 'The path must not contain "..".',
  forbidden_character: 'The path contains a character that is not allowed in names of files.',
  reserved_name: 'The path contains a name that some systems reserve or change.',
  too_long: 'The path is too long.',
};

export function requirePath(given: string): string {
  const checked = normalisePath(given);
  if (checked.ok) return checked.path;
  throw refuse('invalid_request', sentenceByFlaw[checked.flaw]);
}

export function requireText(path: string, bytes: Uint8Array): void {
  if (isPlainText(bytes)) return;
  throw refuse(
    'invalid_request',
    `${path} is not text in UTF-8, UTF-16 or GB18030; the workspace holds text, CSV, JSON, Markdown and code.`,
  );
}

/** A file that is put into a conversation has been there since its last message: what follows knows its name. */
export async function markHead(transaction: Transaction, userId: string, sessionId: string): Promise<void> {
  await transaction.$executeRaw`
    UPDATE messages SET origin = 'file' WHERE user_id = ${userId} AND session_id = ${sessionId} AND origin IS NULL
      AND id = (SELECT head_message_id FROM sessions WHERE id = ${sessionId} AND user_id = ${userId})`;
}

/** What a user keeps: his files, and the copies that his shares show. */
export async function usedBytes(transaction: Transaction, userId: string): Promise<{ bytes: number; files: number }> {
  const of = { where: { userId }, _sum: { size: true }, _count: true } as const;
  const files = await transaction.workspaceFile.aggregate(of);
  const shared = await transaction.shareFile.aggregate(of);
  return { bytes: (files._sum.size ?? 0) + (shared._sum.size ?? 0), files: files._count + shared._count };
}

interface Room {
  readonly bytes: number;
  readonly files: number;
  /** What the room is for, in the words of the refusal. */
  readonly for: string;
  readonly maxUserBytes: number;
}

export async function requireRoom(transaction: Transaction, userId: string, more: Room): Promise<void> {
  const used = await usedBytes(transaction, userId);
  if (more.bytes > 0 && used.bytes + more.bytes > more.maxUserBytes) {
    throw tooLarge(`There is no room for ${more.for}: your files may take ${more.maxUserBytes / 1024 ** 2} MB in all.`);
  }
  if (more.files > 0 && used.files + more.files > maxUserFiles) {
    throw tooLarge(`You have as many files as are allowed (${maxUserFiles}).`);
  }
}

/** One write of a user at a time: his quota is checked against what is committed. */
export async function lockWorkspace(transaction: Transaction, userId: string): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK_SPACE}::int, hashtext(${userId}))::text`;
}

export async function insertChunks(
  transaction: Transaction,
  of: { userId: string; contentId: string },
  bytes: Uint8Array,
): Promise<void> {
  for (let from = 0, position = 0; from < bytes.byteLength; from += chunkBytes, position += 1) {
    const piece = bytes.slice(from, from + chunkBytes);
    await transaction.workspaceChunk.create({ data: { ...of, position, bytes: piece } });
  }
}

/** The content in order; a piece that is missing means that the file has been changed since. */
export async function* readChunks(
  prisma: Transaction,
  row: Pick<WorkspaceFileModel, 'userId' | 'contentId' | 'size' | 'path'>,
): AsyncGenerator<Uint8Array> {
  const { userId, contentId } = row;
  for (let seen = 0, position = 0; seen < row.size; position += 1) {
    const found = await prisma.workspaceChunk.findFirst({ where: { contentId, position, userId } });
    if (found === null) throw changedMeanwhile(row.path);
    seen += found.bytes.byteLength;
    yield found.bytes;
  }
}

/** The content in one statement, which sees either all of it or nothing. */
export async function readContent(
  prisma: Transaction,
  { userId, contentId, size }: Pick<WorkspaceFileModel, 'userId' | 'contentId' | 'size'>,
): Promise<Uint8Array | null> {
  const rows = await prisma.workspaceChunk.findMany({ where: { contentId, userId }, orderBy: { position: 'asc' } });
  const bytes = new Uint8Array(Buffer.concat(rows.map((row) => row.bytes)));
  return bytes.byteLength === size ? bytes : null;
}
