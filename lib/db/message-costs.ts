import 'server-only';
import { Prisma, type PrismaClient } from './generated/client';
import type { MessagePlace } from './message-rows';

/** What attempts took. Amounts of different currencies stand apart; `unpriced` attempts used tokens of unknown price. */
export interface Spend {
  readonly attempts: number;
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  readonly costs: readonly { readonly currency: string; readonly amount: number }[];
}

interface SpendRow {
  run_id: string;
  currency: string | null;
  attempts: number;
  used: number;
  input: number;
  output: number;
  total: number;
  amount: number | null;
}

const sums = Prisma.sql`
  a.meta->'cost'->>'currency' AS currency, count(*)::int AS attempts,
  (count(*) FILTER (WHERE (a.usage->>'totalTokens')::numeric > 0))::int AS used,
  COALESCE(sum((a.usage->>'inputTokens')::numeric), 0)::float8 AS input,
  COALESCE(sum((a.usage->>'outputTokens')::numeric), 0)::float8 AS output,
  COALESCE(sum((a.usage->>'totalTokens')::numeric), 0)::float8 AS total,
  sum((a.meta->'cost'->>'amount')::numeric)::float8 AS amount`;

function toSpend(rows: readonly SpendRow[]): Spend {
  const sum = (pick: (row: SpendRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const costs = rows.flatMap(({ currency, amount }) => (currency === null ? [] : { currency, amount: amount ?? 0 }));
  return {
    attempts: sum((row) => row.attempts),
    unpriced: sum((row) => (row.currency === null ? row.used : 0)),
    inputTokens: sum((row) => row.input),
    outputTokens: sum((row) => row.output),
    totalTokens: sum((row) => row.total),
    costs: costs.toSorted((left, right) => left.currency.localeCompare(right.currency)),
  };
}

/** What the answers of a conversation took, every attempt counted: repeated, failed, on other branches, and summaries. */
export function createMessageCosts(prisma: PrismaClient) {
  return {
    async spentOnRuns(place: MessagePlace, runIds: readonly string[]): Promise<ReadonlyMap<string, Spend>> {
      if (runIds.length === 0) return new Map();
      const rows = await prisma.$queryRaw<SpendRow[]>(Prisma.sql`
        SELECT a.run_id, ${sums} FROM attempts a JOIN runs r ON r.id = a.run_id
        WHERE a.run_id = ANY(${[...runIds]}) AND a.user_id = ${place.userId} AND r.session_id = ${place.sessionId}
        GROUP BY a.run_id, currency`);
      const byRun = Map.groupBy(rows, (row) => row.run_id);
      return new Map([...byRun].map(([runId, found]) => [runId, toSpend(found)]));
    },

    /** Ids of the memories that the last answer was given. */
    async recalledLast({ userId, sessionId }: MessagePlace): Promise<string[]> {
      const rows = await prisma.$queryRaw<{ ids: string[] | null }[]>(Prisma.sql`
        SELECT a.meta->'sent'->'memories' AS ids FROM runs r JOIN attempts a ON a.run_id = r.id
        WHERE r.session_id = ${sessionId} AND r.user_id = ${userId} AND a.user_id = ${userId} AND a.purpose = 'chat'
        ORDER BY a.started_at DESC LIMIT 1`);
      return rows[0]?.ids ?? [];
    },

    async spentOnSession({ userId, sessionId }: MessagePlace): Promise<Spend> {
      const rows = await prisma.$queryRaw<SpendRow[]>(Prisma.sql`
        SELECT '' AS run_id, ${sums} FROM runs r JOIN attempts a ON a.run_id = r.id
        WHERE r.session_id = ${sessionId} AND r.user_id = ${userId} AND a.user_id = ${userId}
        GROUP BY currency`);
      return toSpend(rows);
    },
  };
}
export type MessageCosts = ReturnType<typeof createMessageCosts>;
