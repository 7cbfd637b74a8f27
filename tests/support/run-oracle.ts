import { expect } from 'vitest';
import {
  type AgentRun,
  isTerminalEvent,
  type MetonaMessage,
  type MetonaToolCall,
  type MetonaToolResult,
  type RunEvent,
  runEventSchema,
} from '@/lib/ir';

const MODEL_EVENTS = new Set<string>([
  'text_delta',
  'reasoning_delta',
  'tool_call_delta',
  'tool_call_complete',
  'thinking_start',
  'thinking_end',
  'usage',
  'done',
  'error',
]);
const STATUS_OF: Record<string, string> = {
  run_completed: 'completed',
  run_failed: 'failed',
  run_cancelled: 'cancelled',
};

interface Attempt {
  readonly requestId: string;
  text: string;
  calls: MetonaToolCall[];
  end: 'done' | 'error' | null;
  isDropped: boolean;
}

/** What a reader knows about a run who has nothing but its log. */
function foldEvents(events: readonly RunEvent[]) {
  const attempts: Attempt[] = [];
  const results: MetonaToolResult[] = [];
  const messages: MetonaMessage[] = [];
  let tokens = 0;
  const of = (requestId: string) => attempts.find((attempt) => attempt.requestId === requestId);
  for (const event of events) {
    const attempt = of(event.requestId);
    if (event.type === 'attempt_start')
      attempts.push({ requestId: event.requestId, text: '', calls: [], end: null, isDropped: false });
    else if (event.type === 'text_delta' && attempt) attempt.text += event.delta;
    else if (event.type === 'tool_call_complete') attempt?.calls.push(event.toolCall);
    else if ((event.type === 'done' || event.type === 'error') && attempt) attempt.end = event.type;
    else if (event.type === 'attempt_reset' && attempt) attempt.isDropped = true;
    else if (event.type === 'usage') tokens += event.usage.totalTokens;
    else if (event.type === 'tool_result') results.push(event.toolResult);
    else if (event.type === 'message_committed') messages.push(event.message);
  }
  const kept = attempts.filter((attempt) => attempt.end === 'done' && !attempt.isDropped);
  const terminal = events.at(-1);
  return { attempts, kept, calls: kept.flatMap(({ calls }) => calls), results, messages, tokens, terminal };
}

/** What holds for the log of every run that is over. */
export function checkLog(events: readonly RunEvent[], runId: string): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
  for (const event of events) {
    expect(runEventSchema.safeParse(event).error?.issues ?? [], JSON.stringify(event).slice(0, 300)).toEqual([]);
    expect([event.runId, event.sessionId]).toEqual([runId, events[0]?.sessionId]);
  }
  expect(events.filter((event) => event.type === 'run_started').map((event) => event.seq)).toEqual([0]);
  expect(events.filter(isTerminalEvent).map((event) => event.seq)).toEqual([events.length - 1]);
  checkAttempts(events);
  checkCalls(events);
  checkQuestions(events);
}

function checkAttempts(events: readonly RunEvent[]): void {
  const started = new Set<string>();
  const ended = new Set<string>();
  for (const [index, event] of events.entries()) {
    if (event.type === 'attempt_start') started.add(event.requestId);
    if (event.type === 'attempt_reset') expect([...started]).toContain(event.requestId);
    if (!MODEL_EVENTS.has(event.type)) continue;
    expect(started.has(event.requestId), `${event.type} #${index} before its attempt`).toBe(true);
    expect(ended.has(event.requestId), `${event.type} #${index} after the end of its attempt`).toBe(false);
    if (event.type === 'done' || event.type === 'error') ended.add(event.requestId);
    if (event.type !== 'usage') continue;
    const next = events.slice(index + 1).find((other) => other.requestId === event.requestId);
    expect(next?.type).toBe('done');
  }
}

function checkCalls(events: readonly RunEvent[]): void {
  const proposed = events.flatMap((event) => (event.type === 'tool_call_complete' ? [event.toolCall.id] : []));
  const begun = events.flatMap((event) => (event.type === 'tool_start' ? [event.toolCall.id] : []));
  const answered = events.flatMap((event) => (event.type === 'tool_result' ? [event.toolResult.toolCallId] : []));
  for (const ids of [proposed, answered]) expect(ids).toEqual([...new Set(ids)]);
  // Only a run that left its process begins a call again.
  const hasMoved = events.some((event) => event.type === 'phase' && event.phase === 'queued' && event.seq > 1);
  if (!hasMoved) expect(begun).toEqual([...new Set(begun)]);
  for (const id of [...begun, ...answered]) expect(proposed).toContain(id);
  for (const { id } of foldEvents(events).calls) expect(answered, `call ${id} has no answer`).toContain(id);
  for (const [index, event] of events.entries()) {
    if (event.type !== 'tool_start') continue;
    const isAnswered = (other: RunEvent) =>
      other.type === 'tool_result' && other.toolResult.toolCallId === event.toolCall.id;
    expect(events.slice(0, index).some(isAnswered), 'begun after its answer').toBe(false);
  }
}

function checkQuestions(events: readonly RunEvent[]): void {
  const state = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'permission_required') {
      expect(state.has(event.request.id), 'asked twice').toBe(false);
      state.set(event.request.id, 'open');
    }
    if (event.type === 'permission_resolved') {
      expect(state.get(event.requestId), 'resolved').toBe('open');
      state.set(event.requestId, event.status);
    }
  }
  expect([...state.values()]).not.toContain('open');
}

/** What the stored run says equals the fold of its log. */
export function checkRun(run: AgentRun, events: readonly RunEvent[]): void {
  const fold = foldEvents(events);
  const { terminal } = fold;
  if (!terminal) throw new Error('the log is empty');
  expect([run.status, run.last_seq]).toEqual([STATUS_OF[terminal.type], terminal.seq]);
  expect(run.pending_permissions).toEqual([]);
  expect(run.finished_at).not.toBeNull();
  expect(run.tool_calls.map((call) => call.id)).toEqual(fold.calls.map((call) => call.id));
  const outcomes = (results: readonly MetonaToolResult[]) =>
    results.map((result) => [result.toolCallId, result.success, result.errorCode]).sort();
  expect(outcomes(run.tool_results)).toEqual(outcomes(fold.results));
  expect(run.tool_results.map((result) => result.toolCallId)).toEqual(run.tool_calls.map((call) => call.id));
  if (terminal.type === 'run_failed') expect(run.error).toEqual(terminal.error);
  else expect(run.error).toBeNull();
  if (terminal.type !== 'run_completed') return;
  expect(run.usage).toEqual(terminal.usage);
  expect(run.usage.totalTokens).toBe(fold.tokens);
  const said = fold.kept.at(-1)?.text.toWellFormed().replaceAll('\0', '\uFFFD');
  expect([terminal.output, said]).toEqual([run.output, run.output]);
  expect(fold.messages.findLast((message) => message.role === 'assistant')?.content).toBe(run.output);
}

/** What strict providers refuse: calls without results, results without calls, anything in between, ids used twice. */
export function checkTranscript(messages: readonly MetonaMessage[]): void {
  let open: string[] = [];
  const seen = new Set<string>();
  for (const message of messages) {
    if (message.role === 'tool') {
      expect(message.toolResult?.toolCallId).toBe(open.shift());
      continue;
    }
    expect(open, `a ${message.role} message before the results`).toEqual([]);
    open = (message.toolCalls ?? []).map((call) => call.id);
    for (const id of open) expect(seen.has(id)).toBe(false);
    for (const id of open) seen.add(id);
  }
  expect(open, 'calls without results').toEqual([]);
}
