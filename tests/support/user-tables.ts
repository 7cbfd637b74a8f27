import type { PrismaClient } from '@/lib/db/client';

interface Column {
  name: string;
  type: string;
  array: boolean;
}

/** One row in every table that has a `user_id`, whatever its other columns are. */
export async function fillEveryTable(prisma: PrismaClient, userId: string, tag: string): Promise<void> {
  for (const table of await userTables(prisma)) {
    const present = await prisma.$queryRawUnsafe<{ n: bigint }[]>(
      `SELECT count(*) n FROM "${table}" WHERE user_id = $1`,
      userId,
    );
    if (present[0]!.n > 0n) continue;
    const columns = await prisma.$queryRaw<Column[]>`
      SELECT column_name AS name, udt_name AS type, data_type = 'ARRAY' AS array FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ${table}
        AND is_generated = 'NEVER' AND (is_nullable = 'NO' AND column_default IS NULL OR data_type = 'ARRAY')`;
    const values = columns.map((column) => literal(column, { userId, tag, table }));
    const names = columns.map((column) => `"${column.name}"`);
    // What a row belongs to is not there: only the account is looked at here.
    await prisma.$transaction([
      prisma.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
      prisma.$executeRawUnsafe(`INSERT INTO "${table}" (${names}) VALUES (${values})`),
    ]);
  }
  await prisma.$executeRawUnsafe(`INSERT INTO run_events (run_id, seq, payload) VALUES ('run-${tag}', 0, '{}')`);
}

function literal(
  { name, type, array }: Column,
  { userId, tag, table }: { userId: string; tag: string; table: string },
): string {
  if (name === 'user_id') return `'${userId}'`;
  if (table === 'runs' && name === 'id') return `'run-${tag}'`;
  if (array || type === 'jsonb') return `'{}'`;
  if (type === 'varbit') return "B'1'";
  if (type === 'int8') return '(random() * 1e15)::bigint';
  if (/^(int|float|numeric)/.test(type)) return '1';
  if (type === 'bool') return 'false';
  return type.startsWith('timestamp') ? 'now()' : `'${table}-${name}-${tag}'`;
}

async function userTables(prisma: PrismaClient): Promise<string[]> {
  const rows = await prisma.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT table_name AS name FROM information_schema.columns
    WHERE column_name = 'user_id' AND table_schema = current_schema() ORDER BY 1`;
  return rows.map((row) => row.name);
}

/** How many rows of the user each table holds. */
export async function rowsOf(prisma: PrismaClient, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await userTables(prisma)) {
    const rows = await prisma.$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int n FROM "${table}" WHERE user_id = $1`,
      userId,
    );
    counts[table] = rows[0]!.n;
  }
  counts.users = await prisma.user.count({ where: { id: userId } });
  return counts;
}
