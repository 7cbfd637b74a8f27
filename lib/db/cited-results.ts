import 'server-only';
import { type MetonaToolResult, metonaToolResultSchema } from '@/lib/ir';
import { Prisma, type PrismaClient } from './generated/client';
import type { MessagePlace } from './message-rows';

/** Of one name. Several tools may have returned it. */
const mostResults = 5;

/** Results of tools in a conversation that have a text somewhere in them, newest first. */
export function createCitedResults(prisma: PrismaClient) {
  return async ({ userId, sessionId }: MessagePlace, text: string): Promise<MetonaToolResult[]> => {
    const rows = await prisma.$queryRaw<{ result: unknown }[]>(Prisma.sql`
      SELECT tool_result AS result FROM messages
      WHERE session_id = ${sessionId} AND user_id = ${userId} AND role = 'tool' AND strpos(tool_result::text, ${text}) > 0
      ORDER BY created_at DESC LIMIT ${mostResults}`);
    return rows.flatMap(({ result }) => {
      const parsed = metonaToolResultSchema.safeParse(result);
      return parsed.success ? [parsed.data] : [];
    });
  };
}
