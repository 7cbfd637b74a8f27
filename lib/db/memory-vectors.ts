import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import { dot, fromBytes, toBytes, toUnit } from './vector-bytes';

/** A memory whose vector is missing, as it was when it was read. */
export interface Unindexed {
  readonly id: string;
  readonly content: string;
  readonly updatedAt: Date;
}

export interface NearMemory {
  readonly id: string;
  /** Cosine, −1…1. */
  readonly similarity: number;
}

export interface MemoryVectors {
  /** Memories in use that this model has made no vector of. */
  unindexed(userId: string, model: string, limit: number): Promise<Unindexed[]>;
  /** A memory that was changed meanwhile is left out. */
  save(userId: string, model: string, vectors: readonly (Unindexed & { vector: readonly number[] })[]): Promise<void>;
  count(userId: string, model: string): Promise<{ total: number; indexed: number }>;
  /** All memories of the user, nearest first. */
  nearest(userId: string, model: string, vector: readonly number[]): Promise<NearMemory[]>;
}

interface Matrix {
  readonly model: string;
  readonly version: string;
  readonly rows: readonly { id: string; vector: Float32Array }[];
}

/** Users whose vectors are kept at hand; those of 5,000 memories take some 30 MB. */
const keptUsers = 8;

export function createMemoryVectors(prisma: PrismaClient): MemoryVectors {
  const kept = new Map<string, Matrix>();

  const versionOf = async (userId: string, model: string): Promise<string> => {
    const where = { userId, model };
    const { _count, _max } = await prisma.memoryVector.aggregate({ where, _count: true, _max: { createdAt: true } });
    return `${_count} ${_max.createdAt?.getTime() ?? 0}`;
  };

  const load = async (userId: string, model: string): Promise<Matrix['rows']> => {
    const version = await versionOf(userId, model);
    const known = kept.get(userId);
    kept.delete(userId);
    const isCurrent = known?.model === model && known.version === version;
    const rows = isCurrent
      ? known.rows
      : (await prisma.memoryVector.findMany({ where: { userId, model } })).map((row) => ({
          id: row.memoryId,
          vector: fromBytes(row.vector),
        }));
    kept.set(userId, { model, version, rows });
    for (const oldest of kept.keys()) {
      if (kept.size <= keptUsers) break;
      kept.delete(oldest);
    }
    return rows;
  };

  return {
    unindexed: (userId, model, limit) =>
      prisma.$queryRaw<Unindexed[]>(Prisma.sql`
        SELECT m.id, m.content, m.updated_at AS "updatedAt" FROM memories m
        LEFT JOIN memory_vectors v ON v.memory_id = m.id AND v.model = ${model}
        WHERE m.user_id = ${userId} AND m.status = 'active' AND v.memory_id IS NULL
        ORDER BY m.created_at DESC, m.id LIMIT ${limit}`),

    async save(userId, model, vectors) {
      for (const { id, updatedAt, vector } of vectors) {
        const bytes = toBytes(toUnit(vector));
        await prisma.$executeRaw(Prisma.sql`
          INSERT INTO memory_vectors (memory_id, user_id, model, vector, created_at)
          SELECT id, user_id, ${model}, ${bytes}, clock_timestamp() FROM memories
          WHERE id = ${id} AND user_id = ${userId} AND updated_at = ${updatedAt}
          ON CONFLICT (memory_id) DO UPDATE
          SET model = excluded.model, vector = excluded.vector, created_at = excluded.created_at`);
      }
    },

    async count(userId, model) {
      const total = await prisma.memory.count({ where: { userId, status: 'active' } });
      const where = { userId, model, memory: { status: 'active' } };
      return { total, indexed: await prisma.memoryVector.count({ where }) };
    },

    async nearest(userId, model, vector) {
      const asked = toUnit(vector);
      const rows = (await load(userId, model)).filter((row) => row.vector.length === asked.length);
      return rows
        .map((row) => ({ id: row.id, similarity: dot(row.vector, asked) }))
        .sort((left, right) => right.similarity - left.similarity);
    },
  };
}
