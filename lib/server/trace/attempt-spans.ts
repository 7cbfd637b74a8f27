import 'server-only';
import { z } from 'zod';
import { sentSchema } from '@/lib/agent/sent';
import type { TraceAttemptRow, TraceRows } from '@/lib/db/run-trace';
import { type MetonaModelRef, type TraceSpan, type TraceSpanOf, traceCostSchema, traceSpanSchema } from '@/lib/ir';
import { attemptRequest } from './attempt-request';
import { attemptResponse } from './attempt-response';
import type { TraceTexts } from './trace-text';

const foldSchema = z.object({
  beforeTokens: z.number(),
  afterTokens: z.number(),
  messagesFolded: z.number(),
  summaryMessageId: z.string(),
});

const modelOf = (row: TraceAttemptRow): MetonaModelRef => ({ provider: row.provider_id, model: row.model });
const nameOf = ({ provider, model }: MetonaModelRef) => `${provider}/${model}`;
const isSame = (one: MetonaModelRef, other: MetonaModelRef) => nameOf(one) === nameOf(other);
const compressionId = (row: TraceAttemptRow) => `${row.id}.compression`;
const costOf = (row: TraceAttemptRow) => traceCostSchema.safeParse(row.meta?.cost).data ?? null;

/** One attempt at an answer or at a summary. */
export function attemptSpan(rows: TraceRows, row: TraceAttemptRow, texts: TraceTexts): TraceSpan {
  const { attempt, purpose, usage, meta } = row;
  const {
    requestId = null,
    skipped,
    latencyMs,
    perfStats,
    finishReason,
    rawFinishReason,
    providerRequestId,
  } = meta ?? {};
  return traceSpanSchema.parse({
    id: row.id,
    parent_id: purpose === 'summary' ? compressionId(row) : null,
    kind: 'attempt',
    name: nameOf(modelOf(row)),
    step: row.step,
    status: row.status,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    detail: {
      attempt,
      purpose,
      ...modelOf(row),
      requestId,
      usage,
      cost: costOf(row),
      error: texts.clean(row.error),
      first_token_at: row.first_token_at?.toISOString() ?? null,
      request: attemptRequest(rows, row, texts),
      response: attemptResponse(rows, row, texts),
      skipped,
      latencyMs,
      perfStats,
      finishReason,
      rawFinishReason,
      providerRequestId,
    },
  });
}

/** A fold as the attempt that summed the older turns up tells of it. */
export function compressionSpans({ attempts }: TraceRows): TraceSpanOf<'compression'>[] {
  return attempts.flatMap((row) => {
    if (row.purpose !== 'summary') return [];
    const fold = foldSchema.safeParse(row.meta?.fold).data;
    return {
      id: compressionId(row),
      parent_id: null,
      kind: 'compression' as const,
      name: nameOf(modelOf(row)),
      step: row.step,
      status: row.status === 'open' || row.status === 'abandoned' ? row.status : fold ? 'done' : 'failed',
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      detail: {
        before_tokens: fold?.beforeTokens ?? null,
        after_tokens: fold?.afterTokens ?? null,
        messages_folded: fold?.messagesFolded ?? null,
        summary_message_id: fold?.summaryMessageId ?? null,
        usage: row.usage,
        cost: costOf(row),
      },
    };
  });
}

/** The time between an attempt that failed and the next one at the same model. */
export function backoffSpans({ attempts }: TraceRows, texts: TraceTexts): TraceSpanOf<'backoff'>[] {
  const chat = attempts.filter((row) => row.purpose === 'chat');
  return chat.flatMap((row, index) => {
    const before = chat[index - 1];
    if (!before?.error || before.ended_at === null || before.step !== row.step) return [];
    if (!isSame(modelOf(before), modelOf(row)) || before.ended_at >= row.started_at) return [];
    return {
      id: `${row.id}.backoff`,
      parent_id: null,
      kind: 'backoff' as const,
      name: nameOf(modelOf(row)),
      step: row.step,
      status: 'done',
      started_at: before.ended_at.toISOString(),
      ended_at: row.started_at.toISOString(),
      detail: { ...modelOf(row), attempt: row.attempt, error: texts.clean(before.error) },
    };
  });
}

/** Where the model of a run became another one. */
export function switchSpans({ run, attempts }: TraceRows, texts: TraceTexts): TraceSpanOf<'switch'>[] {
  const chat = attempts.filter((row) => row.purpose === 'chat');
  return chat.flatMap((row, index) => {
    const before = chat[index - 1];
    const from = before ? modelOf(before) : { provider: run.provider_id, model: run.model };
    const to = modelOf(row);
    if (isSame(from, to)) return [];
    const because = sentSchema.safeParse(row.meta?.sent).data?.because ?? null;
    const error = before?.step === row.step ? texts.clean(before.error) : null;
    const at = row.started_at.toISOString();
    return {
      id: `${row.id}.switch`,
      parent_id: null,
      kind: 'switch' as const,
      name: `${nameOf(from)} → ${nameOf(to)}`,
      step: row.step,
      status: 'done',
      started_at: at,
      ended_at: at,
      detail: { from, to, because: because ?? error?.code ?? null, error },
    };
  });
}
