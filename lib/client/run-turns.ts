import type { AgentRun, MetonaStoredMessage } from '@/lib/ir';
import { type Siblings, type SpendView, siblingsKey, siblingsOf } from './branches';
import { partsOfMessages, recalledPart } from './run-parts';
import { createRunStore, type RunStore } from './run-store';
import { hasEnded } from './run-view';

/** What a conversation is made of for a reader. A turn that has not changed keeps its identity. */
export interface UserTurn {
  readonly kind: 'user';
  readonly id: string;
  readonly message: MetonaStoredMessage;
}

export interface AnswerTurn {
  readonly kind: 'answer';
  readonly id: string;
  readonly store: RunStore;
  /** The message that asked; null when its page is not loaded. */
  readonly question: MetonaStoredMessage | null;
  readonly messageIds: readonly string[];
  readonly siblings: Siblings | null;
  readonly spent: SpendView | null;
}

export interface SummaryTurn {
  readonly kind: 'summary';
  readonly id: string;
  /** The model reads the last summary; earlier ones went into it. */
  readonly isCurrent: boolean;
  readonly message: MetonaStoredMessage;
}

export type Turn = UserTurn | AnswerTurn | SummaryTurn;

export interface TurnSources {
  /** Oldest first. */
  readonly messages: readonly MetonaStoredMessage[];
  readonly live: ReadonlyMap<string, RunStore>;
  readonly runs: ReadonlyMap<string, AgentRun>;
  /** The run whose answer stands last, even before anything of it is stored. */
  readonly lastRunId: string | null;
  /** By run. */
  readonly spent?: ReadonlyMap<string, SpendView>;
}

export interface TurnBuilder {
  readonly build: (sources: TurnSources) => readonly Turn[];
}

export function createTurnBuilder(): TurnBuilder {
  let known = new Map<string, { signature: string; turn: Turn }>();
  return {
    build(sources) {
      const next = new Map<string, { signature: string; turn: Turn }>();
      const keep = (signature: string, make: () => Turn): Turn => {
        const cached = known.get(signature);
        const entry = cached ?? { signature, turn: make() };
        next.set(signature, entry);
        return entry.turn;
      };
      const turns = outlineOf(sources).map((entry) => keep(signatureOf(entry, sources), () => toTurn(entry, sources)));
      known = next;
      return turns;
    },
  };
}

type Entry =
  | { kind: 'user'; message: MetonaStoredMessage }
  | { kind: 'summary'; message: MetonaStoredMessage; isCurrent: boolean }
  | { kind: 'answer'; runId: string | null; question: MetonaStoredMessage | null; messages: MetonaStoredMessage[] };

/** Groups messages into turns and finds the place of answers that have no message (yet). */
function outlineOf(sources: TurnSources): Entry[] {
  const { messages } = sources;
  const entries: Entry[] = [];
  const lastSummary = messages.findLast((message) => message.status === 'summary');
  let question: MetonaStoredMessage | null = null;
  for (const [index, message] of messages.entries()) {
    if (message.status === 'summary') entries.push({ kind: 'summary', message, isCurrent: message === lastSummary });
    else if (message.role === 'user') {
      const last = entries.at(-1);
      // Said while the answer was under way: it belongs into it.
      if (last?.kind === 'answer' && message.runId !== null && last.runId === message.runId) {
        last.messages.push(message);
        continue;
      }
      question = message;
      entries.push({ kind: 'user', message });
      const next = messages[index + 1];
      if (next !== undefined && next.role !== 'user') continue;
      const runId = unansweredRun(message, next === undefined, sources);
      if (runId !== null) entries.push({ kind: 'answer', runId, question, messages: [] });
    } else if (message.role !== 'system') {
      const last = entries.at(-1);
      if (last?.kind === 'answer' && last.runId === message.runId) last.messages.push(message);
      else entries.push({ kind: 'answer', runId: message.runId, question, messages: [message] });
    }
  }
  return entries;
}

/** The run that belongs to a question without an answer: going on, failed or stopped. */
function unansweredRun(message: MetonaStoredMessage, isLast: boolean, sources: TurnSources): string | null {
  const { live, runs, lastRunId } = sources;
  if (isLast && lastRunId !== null && live.has(lastRunId)) return lastRunId;
  if (message.runId === null) return null;
  const newest = isLast ? [...runs.values()].find((run) => run.input === message.content) : undefined;
  const runId = newest?.id ?? message.runId;
  const status = live.get(runId)?.view.status ?? runs.get(runId)?.status;
  return status === undefined || status === 'completed' ? null : runId;
}

function signatureOf(entry: Entry, { live, runs, spent }: TurnSources): string {
  if (entry.kind === 'summary') return `summary:${entry.message.id}:${entry.isCurrent}:${entry.message.content}`;
  if (entry.kind === 'user')
    return `user:${entry.message.id}:${entry.message.content.length}:${siblingsKey(entry.message)}`;
  const { runId, question, messages } = entry;
  const place = `${siblingsKey(messages[0])}:${spent?.get(runId ?? '')?.attempts}`;
  if (runId !== null && live.has(runId)) return `live:${runId}:${question?.id}:${messages.length}:${place}`;
  const run = runId === null ? undefined : runs.get(runId);
  return `answer:${messages[0]?.id ?? runId}:${messages.length}:${question?.id}:${run?.status}:${place}`;
}

function toTurn(entry: Entry, { live, runs, spent }: TurnSources): Turn {
  if (entry.kind === 'summary') {
    return { kind: 'summary', id: entry.message.id, message: entry.message, isCurrent: entry.isCurrent };
  }
  if (entry.kind === 'user') {
    const { message } = entry;
    return { kind: 'user', id: message.runId === null ? message.id : `user:${message.runId}`, message };
  }
  const { runId, question, messages } = entry;
  const store = (runId === null ? undefined : live.get(runId)) ?? storedAnswer(entry, runs);
  const messageIds = messages.filter((message) => message.role === 'assistant').map((message) => message.id);
  const beside = { siblings: siblingsOf(messages[0]), spent: spent?.get(runId ?? '') ?? null };
  return { kind: 'answer', id: `answer:${runId ?? messages[0]?.id}`, store, question, messageIds, ...beside };
}

/** A finished answer in the shape of a live one, so that both are shown by the same components. */
function storedAnswer(entry: Extract<Entry, { kind: 'answer' }>, runs: ReadonlyMap<string, AgentRun>): RunStore {
  const { runId, messages } = entry;
  const store = createRunStore(runId ?? '');
  const { view } = store;
  const run = runId === null ? undefined : runs.get(runId);
  view.parts = partsOfMessages(messages, run?.notices);
  view.committed = [...messages];
  view.status = run !== undefined && hasEnded(run.status) ? run.status : 'completed';
  view.answeredBy = messages.findLast((message) => message.answeredBy !== undefined)?.answeredBy ?? null;
  view.startedAt = messages[0]?.timestamp ?? null;
  view.finishedAt = messages.at(-1)?.timestamp ?? null;
  if (run === undefined) return store;
  view.sessionId = run.session_id;
  view.error = run.error;
  view.usage = run.usage;
  if (run.recalled_memories !== undefined) view.parts.unshift(recalledPart('stored', run.recalled_memories));
  view.model = { provider: run.provider_id, model: run.model };
  view.chosen = view.model;
  view.answeredBy ??= run.answered_by;
  view.step = run.steps_used;
  view.maxSteps = run.limits.max_steps;
  return store;
}
