import type { MetonaError, MetonaStoredMessage } from '@/lib/ir';
import { contextOf, type Step } from './attempt';
import { COMPRESS_ABOVE } from './context/build';
import { estimateMessageTokens } from './context/estimate-tokens';
import { type FoldPlan, planFold } from './context/fold';
import { beginningsOf, listCalls, transcriptOf } from './context/summary-text';
import type { ModelTarget } from './fallback-choice';
import { isTainted } from './permission/untrusted';
import type { NewMessage, RunTransaction } from './ports';
import type { RunSession } from './run-session';
import { summarise } from './summarise';

const AIM = 0.5;
const CHARS_PER_TOKEN = 4;
const MAX_SUMMARY_TOKENS = 1_000;
const MIN_SUMMARY_TOKENS = 60;
const MAX_TRANSCRIPT_TOKENS = 24_000;
/** For a count that no window takes part in. */
const ANY_WINDOW = Number.MAX_SAFE_INTEGER;
/** Folds of one run that may come to nothing before it stops trying. */
const MAX_IDLE_FOLDS = 3;

/** A summary that makes the context of a step smaller, not stored yet. */
export interface Fold {
  readonly step: Step;
  readonly message: NewMessage;
  readonly plan: FoldPlan;
  /** Of the summary. */
  readonly attemptId: string;
  readonly beforeTokens: number;
  readonly afterTokens: number;
}

/** At the start of a step, or when another model takes over in it: folds older turns when the context fills too much of the model's window. */
export async function relievePressure(session: RunSession, step: Step, target: ModelTarget): Promise<Step> {
  const window = target.adapter.getContextWindow(target.model.model);
  if (session.idleFolds >= MAX_IDLE_FOLDS || !contextOf(session, step, { window }).needsCompression) return step;
  const fixed = fixedTokens(session, step, window);
  const summaryTokens = summaryBudget(window);
  const fold = await tryFold(session, step, {
    target,
    summaryTokens,
    most: COMPRESS_ABOVE * window - fixed - summaryTokens,
    aim: AIM * window - fixed - summaryTokens,
  });
  if (!fold) return step;
  await session.transact((transaction) => storeFold(session, transaction, fold));
  return fold.step;
}

/** After a provider refused a context as too long, whatever its window was thought to be: at most half of it again. */
export async function shrinkAfterOverflow(session: RunSession, step: Step, target: ModelTarget): Promise<Fold | null> {
  const window = target.adapter.getContextWindow(target.model.model);
  const { estimatedTokens } = contextOf(session, step, { window });
  const summaryTokens = summaryBudget(Math.min(window, estimatedTokens));
  const aim = AIM * estimatedTokens - fixedTokens(session, step, window) - summaryTokens;
  return tryFold(session, step, { target, summaryTokens, most: aim, aim });
}

/** Tokens that no fold can save: prompt, tools, memories, and the question of the run with all that came after it. */
export function leastTokens(session: RunSession, step: Step): number {
  const at = step.history.findIndex((message) => message.id === session.run.inputMessageId);
  const history = step.history.slice(Math.max(0, at));
  const { estimatedTokens } = contextOf(session, { ...step, history }, { window: ANY_WINDOW });
  return estimatedTokens + (at > 0 ? MIN_SUMMARY_TOKENS : 0);
}

/** Stores a fold beside the run's messages, all of which stay, and tells it. */
export async function storeFold(session: RunSession, transaction: RunTransaction, fold: Fold): Promise<void> {
  const { message, plan, beforeTokens, afterTokens, step } = fold;
  const stored = await transaction.insertSummary(message, plan.coversId);
  const messagesFolded = plan.fresh.filter((folded) => folded.status !== 'summary').length;
  const told = { beforeTokens, afterTokens, messagesFolded, summaryMessageId: stored.id };
  await transaction.noteAttempt(fold.attemptId, { fold: told });
  transaction.emit({
    type: 'context_compressed',
    requestId: '',
    iteration: step.iteration,
    timestamp: session.runtime.clock.now(),
    ...told,
  });
}

/** What a run fails with when even the shortened conversation is too long: which parts cannot be made shorter. */
export function overflowError(session: RunSession, step: Step, refused: MetonaError): MetonaError {
  const { estimatedTokens: whole } = contextOf(session, step, { window: ANY_WINDOW });
  const { estimatedTokens: tools } = contextOf(session, { ...step, history: [] }, { window: ANY_WINDOW });
  const { estimatedTokens: prompt } = contextOf(
    session,
    { ...step, history: [], tools: new Map() },
    { window: ANY_WINDOW },
  );
  const parts = `the system prompt (about ${prompt} tokens), the tools (${tools - prompt}) and the last messages (${whole - tools})`;
  const message = `The conversation is too long for this model and cannot be made shorter: ${parts} always have to be sent.`;
  return { ...refused, message, retryable: false };
}

async function tryFold(
  session: RunSession,
  step: Step,
  of: { target: ModelTarget; summaryTokens: number; most: number; aim: number },
): Promise<Fold | null> {
  const { runtime, run } = session;
  const keepTurns = await session.read(() => runtime.keepRecentTurns(run.userId));
  const plan = planFold(step.history, { keepTurns, questionId: run.inputMessageId, most: of.most, aim: of.aim });
  if (!plan) return null;
  const fold = await writeFold(session, step, { ...of, plan });
  if (!fold) session.idleFolds += 1;
  return fold;
}

/** The model's own words, or the beginnings of the messages when it has none; null when neither makes it shorter. */
async function writeFold(
  session: RunSession,
  step: Step,
  of: { target: ModelTarget; summaryTokens: number; plan: FoldPlan },
): Promise<Fold | null> {
  const { plan, target, summaryTokens } = of;
  const window = target.adapter.getContextWindow(target.model.model);
  const maxChars = Math.min(MAX_TRANSCRIPT_TOKENS, Math.floor(window * AIM)) * CHARS_PER_TOKEN;
  const text = transcriptOf(plan.fresh, maxChars);
  const { attemptId, text: said } = await summarise(session, step, { target, text, maxTokens: summaryTokens });
  const summaryChars = summaryTokens * CHARS_PER_TOKEN;
  const texts = [...(said === null ? [] : [said.slice(0, summaryChars * 2)]), beginningsOf(plan.fresh, summaryChars)];
  const beforeTokens = contextOf(session, step, { window }).estimatedTokens;
  for (const words of texts) {
    const message = summaryMessage(session, step, { words, covered: plan.covered });
    const summary: MetonaStoredMessage = { ...message, parentId: plan.coversId, runId: null };
    const shorter = { ...step, history: [...plan.covered, summary, ...plan.kept] };
    const afterTokens = contextOf(session, shorter, { window }).estimatedTokens;
    if (afterTokens < beforeTokens) return { step: shorter, message, plan, attemptId, beforeTokens, afterTokens };
  }
  return null;
}

/** It is as untrusted as the least trusted of what it covers. */
function summaryMessage(
  session: RunSession,
  step: Step,
  of: { words: string; covered: FoldPlan['covered'] },
): NewMessage {
  const text = `${of.words.toWellFormed()}${listCalls(of.covered)}`;
  const copied = of.covered.find((message) => message.origin !== undefined)?.origin;
  const origin = copied ?? (isTainted(of.covered) ? ('tool' as const) : undefined);
  const content = { role: 'system', content: text, status: 'summary', iteration: step.iteration } as const;
  return {
    ...content,
    ...(origin && { origin }),
    id: session.runtime.ids('msg'),
    timestamp: session.runtime.clock.now(),
    tokenEstimate: estimateMessageTokens(content),
  };
}

function fixedTokens(session: RunSession, step: Step, window: number): number {
  return contextOf(session, { ...step, history: [] }, { window }).estimatedTokens;
}

function summaryBudget(window: number): number {
  return Math.max(MIN_SUMMARY_TOKENS, Math.min(MAX_SUMMARY_TOKENS, Math.floor(window / 10)));
}
