import 'server-only';
import { z } from 'zod';
import {
  type KnowledgeAnswer,
  type KnowledgeHit,
  type KnowledgeKind,
  type KnowledgeQuery,
  knowledgeKinds,
  knowledgeModes,
} from '@/lib/agent/ports';
import { metonaErrorSchema } from '@/lib/ir';
import { isoOf } from './session-view';

/** Kinds are joined by commas. */
export const knowledgeSearchQuery = z.strictObject({
  q: z.string().trim().min(1).max(2_000),
  kinds: z
    .string()
    .regex(
      /^(note|file|message)(,(note|file|message)){0,2}$/,
      'must be note, file, message, or some of them with commas',
    )
    .optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  mode: z.enum(knowledgeModes).default('fused'),
  session_id: z.string().min(1).max(200).optional(),
  since: z.iso.datetime().optional(),
});

/** `POST /api/knowledge/index`: brings up to date, or with `rebuild` reads everything again. */
export const knowledgeIndexBody = z.strictObject({ rebuild: z.boolean().optional() }).optional();

const hitSchema = z.object({
  kind: z.enum(knowledgeKinds),
  source_id: z.string(),
  anchor: z.string(),
  session_id: z.string().nullable(),
  title: z.string(),
  heading: z.string().nullable(),
  snippet: z.string(),
  text: z.string(),
  href: z.string(),
  score: z.number(),
  ranks: z.object({ text: z.number().int().nullable(), vector: z.number().int().nullable() }),
  updated_at: z.iso.datetime(),
});

/** `GET /api/knowledge/search`. */
export const knowledgeAnswerSchema = z.object({
  hits: z.array(hitSchema),
  used: z.object({ text: z.boolean(), vectors: z.boolean(), reranked: z.boolean() }),
  notes: z.array(z.string()),
});

const count = z.number().int().nonnegative();
const kindProgressSchema = z.object({ total: count, indexed: count, failed: count });

/** The part of `GET /api/knowledge/index` about notes, files and messages. */
export const knowledgeProgressSchema = z.object({
  kinds: z.object({ note: kindProgressSchema, file: kindProgressSchema, message: kindProgressSchema }),
  /** `waiting`: there is work, and nobody does it right now. */
  state: z.enum(['idle', 'indexing', 'waiting']),
  /** Passages, and how many of them the chosen embedding model has seen; null without one. */
  vectors: z.object({ model: z.string(), total: count, indexed: count }).nullable(),
  last_error: metonaErrorSchema.nullable(),
});
export type KnowledgeProgress = z.infer<typeof knowledgeProgressSchema>;

const toHit = (hit: KnowledgeHit): z.infer<typeof hitSchema> => ({
  kind: hit.kind,
  source_id: hit.sourceId,
  anchor: hit.anchor,
  session_id: hit.sessionId,
  title: hit.title,
  heading: hit.heading ?? null,
  snippet: hit.snippet,
  text: hit.text,
  href: hit.href,
  score: hit.score,
  ranks: { text: hit.ranks.text ?? null, vector: hit.ranks.vector ?? null },
  updated_at: isoOf(hit.updatedAt),
});

export const toKnowledgeView = ({ hits, used, notes }: KnowledgeAnswer): z.infer<typeof knowledgeAnswerSchema> => ({
  hits: hits.map(toHit),
  used,
  notes: [...notes],
});

export const toKnowledgeQuery = (query: z.infer<typeof knowledgeSearchQuery>): KnowledgeQuery => ({
  query: query.q,
  limit: query.limit,
  mode: query.mode,
  ...(query.kinds !== undefined && { kinds: query.kinds.split(',') as KnowledgeKind[] }),
  ...(query.session_id !== undefined && { sessionId: query.session_id }),
  ...(query.since !== undefined && { since: Date.parse(query.since) }),
});
