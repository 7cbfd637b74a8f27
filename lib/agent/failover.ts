import { addUsage, type MetonaError, MetonaFailure } from '@/lib/ir';
import { type Finished, finishAttempt, lengthError, makeAttempt, type Step } from './attempt';
import { type Fold, leastTokens, overflowError, relievePressure, shrinkAfterOverflow, storeFold } from './compress';
import { afterFold } from './context/fold';
import { chooseFallback, type FallbackChoice, type ModelTarget, type SkippedModel } from './fallback-choice';
import { budgetError } from './limits';
import { goOnFrom } from './past-attempts';
import type { RunTransaction } from './ports';
import { reactionTo, retryDelay } from './retry-policy';
import type { RunSession } from './run-session';

const CUT_CALL_REMINDER =
  'Your last answer was cut off in the middle of a tool call. Answer shorter, or call the tool with shorter arguments.';

/** The attempt that stands: an answer, or what the run fails with. */
export interface Outcome {
  readonly finished: Finished;
  readonly error: MetonaError | null;
  readonly trace: Record<string, unknown>;
}

type Move =
  | { kind: 'stand'; outcome: Outcome }
  | { kind: 'remind' }
  | { kind: 'retry' }
  | { kind: 'folded'; step: Step }
  | { kind: 'switch'; target: ModelTarget };

interface Tried {
  readonly retries: number;
  readonly isReminded: boolean;
  /** The context was made shorter because the provider refused it. */
  readonly isFolded: boolean;
  readonly target: ModelTarget;
  /** Fallbacks that were passed over before this attempt. */
  readonly skipped: readonly SkippedModel[];
}

/** Asks the model of a step until an answer stands: again after what passes, the next fallback after what does not. */
export async function askModel(session: RunSession, opened: Step): Promise<Outcome> {
  restoreAnswerer(session, opened);
  const begun = await goOnFrom(session, opened);
  const first = await openFirst(session, opened);
  let { target, skipped } = first;
  let step = await relievePressure(session, opened, target);
  throwIfSpent(session);
  let isFolded = false;
  let { retries } = begun;
  let reminder: string | undefined;
  for (let { number } = begun; ; number += 1) {
    const finished = await makeAttempt(session, step, { number, target, reminder });
    const isReminded = reminder !== undefined;
    const move = await react(session, finished, { retries, isReminded, isFolded, target, skipped });
    skipped = [];
    switch (move.kind) {
      case 'stand':
        return move.outcome;
      case 'remind':
        reminder = CUT_CALL_REMINDER;
        break;
      case 'retry':
        retries += 1;
        break;
      case 'folded':
        isFolded = true;
        step = move.step;
        break;
      case 'switch':
        isFolded = false;
        retries = 0;
        target = move.target;
        step = await relievePressure(session, step, target);
        throwIfSpent(session);
        break;
    }
  }
}

/** Shortening the conversation costs tokens as well. */
function throwIfSpent(session: RunSession): void {
  const spent = budgetError(session.run);
  if (spent) throw new MetonaFailure(spent);
}

/** A run stays with whom answered its last step, also when another process goes on with it. */
function restoreAnswerer(session: RunSession, { history }: Step): void {
  const last = history.findLast((message) => message.runId === session.run.id && message.answeredBy !== undefined);
  if (!last?.answeredBy) return;
  const { provider, model, because } = last.answeredBy;
  if (because !== undefined) session.answerWith({ provider, model }, because);
}

/** The model the step begins with: a fallback when the one in turn cannot be opened, or failed too often of late. */
async function openFirst(
  session: RunSession,
  step: Step,
): Promise<{ target: ModelTarget; skipped: readonly SkippedModel[] }> {
  const { adapters, coolDown } = session.runtime;
  const { userId } = session.run;
  const model = session.provider;
  let opened: ModelTarget | null = null;
  let error = coolDown.restingBecause(userId, model.provider);
  try {
    opened = { model, adapter: await session.read(() => adapters.open(userId, model)) };
  } catch (thrown) {
    if (!(thrown instanceof MetonaFailure) || reactionTo(thrown.error) === 'end') throw thrown;
    error = thrown.error;
  }
  if (opened && !error) return { target: opened, skipped: [] };
  if (!error) throw new Error('neither a model nor a reason to leave it');
  const { target, skipped } = await nextModel(session, step, { error, mayRest: opened === null });
  if (target) {
    const reason = error;
    await session.transact(async (transaction) => emitSwitch(session, transaction, { step, target, error: reason }));
    session.answerWith(target.model, reason.code);
    return { target, skipped };
  }
  if (!opened) throw new MetonaFailure(error);
  return { target: opened, skipped };
}

function nextModel(
  session: RunSession,
  step: Step,
  of: { error: MetonaError; mayRest: boolean },
): Promise<FallbackChoice> {
  const needs = {
    tools: !step.closing && step.tools.size > 0,
    images: afterFold(step.history).some((message) => (message.images?.length ?? 0) > 0),
    tokens: leastTokens(session, step),
  };
  return chooseFallback(session, { failed: session.provider, needs, ...of });
}

async function react(session: RunSession, finished: Finished, tried: Tried): Promise<Move> {
  const trace = tried.skipped.length > 0 ? { skipped: tried.skipped } : {};
  const stand = (error: MetonaError | null, more = trace): Move => ({
    kind: 'stand',
    outcome: { finished, error, trace: more },
  });
  const { failure, call } = finished;
  if (session.signal.aborted) return stand(failure);
  if (!failure) {
    if (call.response.finishReason !== 'length' || !call.sawToolCall) return stand(null);
    if (tried.isReminded)
      return stand(lengthError('The answer was cut at the length limit in the middle of a tool call.'));
    await discard(session, finished, { reason: 'output_length_exceeded', trace });
    return { kind: 'remind' };
  }
  if (failure.code === 'context_length_exceeded') return reactToOverflow(session, finished, { tried, failure });
  const reaction = reactionTo(failure);
  if (reaction === 'end') return stand(failure);
  session.runtime.coolDown.record(session.run.userId, session.provider.provider, failure);
  const spent = budgetError({
    limits: session.limits,
    usage: addUsage(session.run.usage, call.response.usage),
  });
  if (spent) return stand(spent);
  const delayMs = retryDelay(failure, { retries: tried.retries, random: session.runtime.random });
  if (delayMs !== null) {
    await retryLater(session, finished, { error: failure, delayMs, trace });
    return { kind: 'retry' };
  }
  const { target, skipped } = await nextModel(session, finished.step, { error: failure, mayRest: true });
  const all = [...tried.skipped, ...skipped];
  const passedOver = all.length > 0 ? { skipped: all } : {};
  if (!target) return stand(failure, passedOver);
  await discard(session, finished, {
    reason: failure.code,
    trace: { ...passedOver, switchedTo: target.model },
    also: async (transaction) =>
      emitSwitch(session, transaction, { step: finished.step, target, error: failure, finished }),
  });
  session.answerWith(target.model, failure.code);
  return { kind: 'switch', target };
}

/** A context that is too long is made shorter once; a second refusal, or one that nothing helps, is the end. */
async function reactToOverflow(
  session: RunSession,
  finished: Finished,
  of: { tried: Tried; failure: MetonaError },
): Promise<Move> {
  const { isFolded, target, skipped } = of.tried;
  const trace = skipped.length > 0 ? { skipped } : {};
  const { step } = finished;
  const stand = (error: MetonaError): Move => ({ kind: 'stand', outcome: { finished, error, trace } });
  const fold: Fold | null = isFolded ? null : await shrinkAfterOverflow(session, step, target);
  if (!fold) return stand(overflowError(session, step, of.failure));
  const spent = budgetError(session.run);
  if (spent) return stand(spent);
  await discard(session, finished, {
    reason: of.failure.code,
    trace,
    also: (transaction) => storeFold(session, transaction, fold),
  });
  return { kind: 'folded', step: fold.step };
}

function emitSwitch(
  session: RunSession,
  transaction: RunTransaction,
  of: { step: Step; target: ModelTarget; error: MetonaError; finished?: Finished },
): void {
  transaction.emit({
    type: 'provider_switched',
    requestId: of.finished?.call.response.meta.requestId ?? '',
    iteration: of.step.iteration,
    timestamp: session.runtime.clock.now(),
    from: session.provider,
    to: of.target.model,
    error: of.error,
  });
}

/** What an attempt said is taken back before the next one begins; only its row and its cost remain. */
export async function discard(
  session: RunSession,
  finished: Finished,
  of: {
    reason: string;
    trace: Record<string, unknown>;
    also?: (transaction: RunTransaction) => Promise<void>;
  },
): Promise<void> {
  await session.transact(async (transaction) => {
    await finishAttempt(session, transaction, { finished, trace: of.trace });
    transaction.emit({
      type: 'attempt_reset',
      requestId: finished.call.response.meta.requestId,
      reason: of.reason,
      iteration: finished.step.iteration,
      timestamp: session.runtime.clock.now(),
    });
    await of.also?.(transaction);
  });
}

async function retryLater(
  session: RunSession,
  finished: Finished,
  of: { error: MetonaError; delayMs: number; trace: Record<string, unknown> },
): Promise<void> {
  const { clock } = session.runtime;
  const { error, delayMs } = of;
  await discard(session, finished, {
    reason: error.code,
    trace: of.trace,
    also: async (transaction) => {
      const now = clock.now();
      const envelope = { iteration: finished.step.iteration, timestamp: now };
      const { requestId } = finished.call.response.meta;
      await transaction.update({ phase: 'retry_backoff' });
      transaction.emit({
        type: 'retry_scheduled',
        requestId,
        attempt: finished.number + 1,
        delayMs,
        error,
        ...envelope,
      });
      transaction.emit({ type: 'phase', phase: 'retry_backoff', until: now + delayMs, requestId: '', ...envelope });
    },
  });
  try {
    await clock.sleep(delayMs, session.signal);
  } catch (thrown) {
    session.throwIfStopped();
    throw thrown;
  }
}
