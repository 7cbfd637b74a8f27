import 'server-only';
import type { PrismaClient } from './generated/client';
import type { ImportModel } from './generated/models';
import { decodePlace, type Page, toPage } from './page-cursor';
import { deleteOnce } from './tombstone-store';

export type ImportState = 'receiving' | 'waiting' | 'running' | 'done' | 'failed';

export interface ImportRecord {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly size: number;
  readonly state: ImportState;
  readonly itemsDone: number;
  readonly bytesDone: number;
  readonly report: unknown;
  readonly error: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

export interface ImportProgress {
  readonly itemsDone: number;
  readonly bytesDone: number;
  readonly report: object;
}

export const importChunkBytes = 1024 * 1024;
/** After this an owner that said nothing is gone. */
const leaseMs = 3 * 60_000;

const toRecord = (row: ImportModel): ImportRecord => ({
  ...row,
  state: row.state as ImportState,
  createdAt: row.createdAt.getTime(),
  finishedAt: row.finishedAt?.getTime() ?? null,
});

const open = ['receiving', 'waiting', 'running'];

/** For those who work on the files. */
function createImportTurns(prisma: PrismaClient, now: () => number) {
  const at = () => new Date(now());

  return {
    /** Makes the caller the one who works on it; null when there is nothing to do, or another does it. */
    async claim(id: string): Promise<ImportRecord | null> {
      const isFree = [{ state: 'waiting' }, { state: 'running', updatedAt: { lt: new Date(now() - leaseMs) } }];
      const data = { state: 'running', updatedAt: at() };
      const { count } = await prisma.import.updateMany({ where: { id, OR: isFree }, data });
      const row = count === 0 ? null : await prisma.import.findUnique({ where: { id } });
      return row && toRecord(row);
    },

    /** False when it was given up meanwhile. */
    async save(id: string, progress: ImportProgress, state: 'running' | 'waiting' = 'running'): Promise<boolean> {
      const data = { ...progress, state, updatedAt: at() };
      const { count } = await prisma.import.updateMany({ where: { id, state: 'running' }, data });
      return count > 0;
    },

    /** Ends it and lets go of the file. */
    async finish(id: string, progress: ImportProgress, error: string | null): Promise<void> {
      const data = { ...progress, error, state: error === null ? 'done' : 'failed', finishedAt: at(), updatedAt: at() };
      await prisma.$transaction([
        prisma.import.updateMany({ where: { id }, data }),
        prisma.importChunk.deleteMany({ where: { importId: id } }),
      ]);
    },

    async waiting(): Promise<string[]> {
      const free = [{ state: 'waiting' }, { state: 'running', updatedAt: { lt: new Date(now() - leaseMs) } }];
      const rows = await prisma.import.findMany({ where: { OR: free }, select: { id: true }, take: 50 });
      return rows.map(({ id }) => id);
    },

    /** Files that never arrived whole, and reports that were read long ago. */
    async deleteOld(before: { receiving: number; finished: number }): Promise<void> {
      await prisma.import.deleteMany({
        where: {
          OR: [
            { state: 'receiving', updatedAt: { lt: new Date(before.receiving) } },
            { finishedAt: { lt: new Date(before.finished) } },
          ],
        },
      });
    },
  };
}

/** Files with conversations of other products, from their arrival to the report. */
export function createImportStore(prisma: PrismaClient, now: () => number) {
  const at = () => new Date(now());

  return {
    ...createImportTurns(prisma, now),

    async find(userId: string, id: string): Promise<ImportRecord | null> {
      const row = await prisma.import.findFirst({ where: { id, userId } });
      return row && toRecord(row);
    },

    async page(userId: string, page: { limit: number; before?: string | undefined }): Promise<Page<ImportRecord>> {
      const place = page.before === undefined ? null : decodePlace(page.before);
      if (page.before !== undefined && place === null) return { items: [], nextCursor: null };
      const older = place && [
        { createdAt: { lt: new Date(place.at) } },
        { createdAt: new Date(place.at), id: { lt: place.id } },
      ];
      const rows = await prisma.import.findMany({
        where: { userId, ...(older && { OR: older }) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: page.limit + 1,
      });
      return toPage(rows, page.limit, {
        item: toRecord,
        place: (row) => ({ at: row.createdAt.getTime(), id: row.id }),
      });
    },

    /** False while another file of the user is on its way. */
    begin(userId: string, file: { id: string; name: string; report: object }): Promise<boolean> {
      return prisma.$transaction(async (transaction) => {
        await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`import:${userId}`}, 0))::text`;
        if ((await transaction.import.count({ where: { userId, state: { in: open } } })) > 0) return false;
        const times = { createdAt: at(), updatedAt: at() };
        await transaction.import.create({ data: { ...file, ...times, userId, size: 0, state: 'receiving' } });
        return true;
      });
    },

    async addChunk(userId: string, importId: string, chunk: { position: number; bytes: Uint8Array }): Promise<void> {
      const bytes = new Uint8Array(chunk.bytes);
      await prisma.importChunk.create({ data: { importId, userId, position: chunk.position, bytes } });
    },

    async received(userId: string, id: string, size: number): Promise<void> {
      const where = { id, userId, state: 'receiving' };
      await prisma.import.updateMany({ where, data: { size, state: 'waiting', updatedAt: at() } });
    },

    async read(userId: string, importId: string, position: number): Promise<Uint8Array> {
      const chunk = await prisma.importChunk.findFirst({ where: { importId, position, userId } });
      return chunk?.bytes ?? new Uint8Array();
    },

    /** Forgets it, also while it is on its way; what was taken in stays. */
    delete: (userId: string, id: string): Promise<boolean> =>
      deleteOnce(prisma, { userId, id }, async (transaction) => {
        const { count } = await transaction.import.deleteMany({ where: { id, userId } });
        return count;
      }),
  };
}
export type ImportStore = ReturnType<typeof createImportStore>;
