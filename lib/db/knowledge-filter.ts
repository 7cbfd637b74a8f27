import type { KnowledgeQuery } from '@/lib/agent/ports';

export type ChunkFilter = Pick<KnowledgeQuery, 'kinds' | 'sessionId' | 'exceptMessagesOf' | 'since'>;

/** Conditions on a passage `c`, each begun with AND, whose parameters count from `first`. */
export function filterSql(filter: ChunkFilter, first: number): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${first + values.push(value) - 1}`;
  const parts: string[] = [];
  if (filter.kinds !== undefined) parts.push(`AND c.kind = ANY(${place([...filter.kinds])}::text[])`);
  if (filter.sessionId !== undefined) parts.push(`AND c.session_id = ${place(filter.sessionId)}::text`);
  if (filter.exceptMessagesOf !== undefined) {
    parts.push(`AND NOT (c.kind = 'message' AND c.session_id = ${place(filter.exceptMessagesOf)}::text)`);
  }
  if (filter.since !== undefined) {
    parts.push(`AND EXISTS (SELECT FROM knowledge_sources s WHERE s.user_id = c.user_id AND s.kind = c.kind
      AND s.source_id = c.source_id AND s.updated_at >= ${place(new Date(filter.since))}::timestamptz)`);
  }
  return { sql: parts.join(' '), values };
}
