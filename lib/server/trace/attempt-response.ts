import 'server-only';
import { saidSchema } from '@/lib/agent/sent';
import type { TraceAttemptRow, TraceRows } from '@/lib/db/run-trace';
import type { TraceResponse } from '@/lib/ir';
import type { TraceTexts } from './trace-text';

const MAX_CONTENT = 8_000;
const MAX_REASONING = 4_000;
const MAX_ARGS = 2_000;

/** What came back of an attempt: the stored message, or what was kept of an answer that did not stand. */
export function attemptResponse(rows: TraceRows, row: TraceAttemptRow, texts: TraceTexts): TraceResponse | null {
  const word = row.meta?.finishReason;
  const finish = typeof word === 'string' ? word : null;
  return storedResponse(rows, row, { texts, finish }) ?? keptResponse(row, { texts, finish });
}

/** The message of a step is what its last attempt said. */
function storedResponse(
  { attempts, path }: TraceRows,
  row: TraceAttemptRow,
  of: { texts: TraceTexts; finish: string | null },
): TraceResponse | null {
  const isLast = attempts.findLast((other) => other.step === row.step && other.purpose === 'chat')?.id === row.id;
  if (!isLast || row.status === 'open' || row.status === 'abandoned') return null;
  const message = path.find(
    (said) => said.role === 'assistant' && said.runId === row.run_id && said.iteration === row.step,
  );
  if (!message) return null;
  const { texts } = of;
  const content = texts.text(message.content, MAX_CONTENT);
  const reasoning = message.reasoningContent === undefined ? null : texts.text(message.reasoningContent, MAX_REASONING);
  const calls = (message.toolCalls ?? []).map(({ id, name, args, rawArgs }) => {
    return { id, name, args: texts.text(rawArgs ?? JSON.stringify(args), MAX_ARGS) };
  });
  return {
    message_id: message.id,
    content,
    reasoning,
    tool_calls: calls,
    finish_reason: of.finish,
    truncated: content.truncated || reasoning?.truncated === true || calls.some((call) => call.args.truncated),
  };
}

function keptResponse(row: TraceAttemptRow, of: { texts: TraceTexts; finish: string | null }): TraceResponse | null {
  const said = saidSchema.safeParse(row.meta?.said);
  if (!said.success) return null;
  const content = of.texts.kept(said.data.content);
  const reasoning = said.data.reasoning ? of.texts.kept(said.data.reasoning) : null;
  return {
    message_id: null,
    content,
    reasoning,
    tool_calls: (said.data.calls ?? []).map((name) => ({ id: '', name, args: of.texts.kept(undefined) })),
    finish_reason: of.finish,
    truncated: content.truncated || reasoning?.truncated === true,
  };
}
