import { getDatabase } from '@/lib/server/database';
import { problemResponse, unavailable } from '@/lib/server/http/problem';

export const dynamic = 'force-dynamic';

export async function GET(): Promise<Response> {
  if (!(await getDatabase().answers())) return problemResponse(unavailable());
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
