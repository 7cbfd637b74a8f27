import type { Step } from './attempt';
import type { PastAttempt } from './ports';
import type { RunSession } from './run-session';

/** Where a step stands that was begun before, perhaps by another process. */
export interface Begun {
  /** Number of its next attempt. */
  readonly number: number;
  /** Retries the model in turn has used up. */
  readonly retries: number;
}

const sameModel = (one: PastAttempt, other: PastAttempt) =>
  one.provider.provider === other.provider.provider && one.provider.model === other.provider.model;

/**
 * Goes on where the attempts of a step ended: their numbers are not used twice, retries are not granted again, and the
 * fallback that had taken over keeps answering. Only the first step of a process can have been begun before it.
 */
export async function goOnFrom(session: RunSession, step: Step): Promise<Begun> {
  const { run, runtime } = session;
  if (!session.mayHavePast) return { number: 1, retries: 0 };
  session.mayHavePast = false;
  const past = await session.read(() => runtime.store.attemptsOf(run.id, step.iteration));
  const last = past.at(-1);
  if (!last) return { number: 1, retries: 0 };
  if (last.switchedTo && last.error) {
    session.answerWith(last.switchedTo, last.error.code);
    return { number: last.number + 1, retries: 0 };
  }
  if (last.because !== null) session.answerWith(last.provider, last.because);
  const left = past.findLastIndex((attempt) => !sameModel(attempt, last));
  const own = past.slice(left + 1);
  return { number: last.number + 1, retries: own.filter((attempt) => attempt.status === 'failed').length };
}
