import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DatabaseStartError } from './embedded/failure';
import type { Migration } from './migrate-folder';

/** Prisma's own table, so that its tools see the same history. */
export const CREATE_HISTORY = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export const MIGRATION_LOCK = 7_236_402;

export interface HistoryRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

export async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) return [];
  const history = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return history.rows;
}

/** Part of the transaction that applied it. */
export async function recordMigration(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, clock_timestamp(), $3, 1)`,
    [randomUUID(), checksum, name],
  );
}

export function requireKnown(history: HistoryRow[], migrations: Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at } of history) {
    const migration = known.get(name);
    if (!migration) {
      throw new DatabaseStartError(
        `The database was used by a newer Metona (it knows the change "${name}", this version does not). Update Metona, or restore a backup from before the update.`,
      );
    }
    if (finished_at === null) {
      throw new DatabaseStartError(
        `The change "${name}" of the database was begun by another tool and not finished. Resolve it with "prisma migrate resolve", or restore a backup.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new DatabaseStartError(
        `The migration "${name}" was edited after it had been applied to this database. Restore prisma/migrations as it was.`,
      );
    }
  }
}
