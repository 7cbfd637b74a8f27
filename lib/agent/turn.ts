import type { MetonaToolCall } from '@/lib/ir';
import { type Finished, finishAttempt, openStep } from './attempt';
import { closeRun, type RunEnd } from './close-run';
import { commitCalls, insertCall } from './commit-calls';
import { commitMessage } from './commit-message';
import { askModel, discard, type Outcome } from './failover';
import type { Preflight } from './preflight';
import type { RunSession } from './run-session';
import { takeSteers } from './steer';

const OUT_OF_STEPS: Preflight = {
  kind: 'refused',
  errorCode: 'not_allowed',
  error: 'The run has used up its steps; no further tool runs.',
};

/** One model step: build the context, call the model, commit what it said. `tools` when calls wait to be settled. */
export async function takeTurn(session: RunSession): Promise<'finished' | 'tools' | 'steered' | 'stopped'> {
  const step = await openStep(session);
  const outcome = await askModel(session, step);
  const { finished, error } = outcome;
  const { response } = finished.call;
  if (error) {
    // Whoever goes on asks the model again: nothing of a cut answer may stay.
    if (session.stopReason === 'shutdown') {
      await takeBack(session, outcome);
      return 'stopped';
    }
    return endTurn(session, outcome, stoppedEnd(session) ?? { status: 'failed', error });
  }
  const calls = response.toolCalls ?? [];
  if (calls.length > 0 && !step.closing) return commitCalls(session, outcome, calls);
  return endTurn(session, outcome, answerEnd(finished));
}

function answerEnd({ step, call: { response } }: Finished): RunEnd {
  if (!step.closing) return { status: 'completed', output: response.content, finishReason: response.finishReason };
  if (response.content !== '') return { status: 'completed', output: response.content, finishReason: 'max_iterations' };
  return {
    status: 'failed',
    error: { code: 'max_iterations', message: 'The run used up its steps without an answer.', retryable: false },
  };
}

/** How a run ends that was stopped for good; null when it was not, or only leaves this process. */
export function stoppedEnd(session: RunSession): RunEnd | null {
  switch (session.stopReason) {
    case 'cancelled':
      return { status: 'cancelled' };
    case 'timeout':
      return {
        status: 'failed',
        error: { code: 'timeout', message: 'The run took longer than its time limit.', retryable: true },
      };
    default:
      return null;
  }
}

async function takeBack(session: RunSession, { finished, trace }: Outcome): Promise<void> {
  await discard(session, finished, { reason: 'interrupted', trace });
}

/**
 * Commits the answer, whole or partial, and the end of the run in one transaction. A message that waits for the run keeps
 * it going as long as it has steps left.
 */
async function endTurn(
  session: RunSession,
  { finished, trace }: Outcome,
  end: RunEnd,
): Promise<'finished' | 'steered'> {
  const { step, call } = finished;
  const { clock, ids } = session.runtime;
  const calls: readonly MetonaToolCall[] =
    end.status === 'completed' || !call.response.error ? (call.response.toolCalls ?? []) : [];
  return session.transact(async (transaction) => {
    await finishAttempt(session, transaction, { finished, trace });
    await commitMessage(session, transaction, { finished, calls });
    const mayGoOn = end.status === 'completed' && !step.closing && !transaction.run.cancelRequested;
    if (mayGoOn && (await takeSteers(transaction, { now: clock.now(), ids }))) return 'steered';
    for (const [position, proposed] of calls.entries()) {
      await insertCall(session, transaction, { step, proposed, position, preflight: OUT_OF_STEPS });
    }
    await closeRun(transaction, end, {
      now: clock.now(),
      ids,
      activeMs: session.activeMs(),
      isIdempotent: (name) => step.tools.get(name)?.def.idempotent === true,
      // Whoever asks a person gives the run up, and what another process left comes with a later claim.
      isTidy: transaction.run.epoch === 1 && calls.length === 0,
    });
    return 'finished';
  });
}
