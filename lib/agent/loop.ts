import { closeRun, type RunEnd } from './close-run';
import { budgetError } from './limits';
import { toMetonaError } from './model-call';
import type { RunRecord } from './ports';
import { putBack } from './put-back';
import { RunSession, RunStopped } from './run-session';
import { LostRun } from './run-writer';
import type { Runtime } from './runtime';
import { takeSteers } from './steer';
import { settleBatch } from './tool-execution';
import { stoppedEnd, takeTurn } from './turn';

/** Works on one claimed run until it ends, parks for a person, or is no longer ours. Never throws. */
export async function workOnRun(runtime: Runtime, run: RunRecord, signal: AbortSignal): Promise<void> {
  const session = new RunSession(runtime, run, signal);
  try {
    await runLoop(session);
  } catch (error) {
    await endByError(session, error).catch((second: unknown) => logEnd(runtime, run, second));
  } finally {
    session.close();
  }
}

async function runLoop(session: RunSession): Promise<void> {
  if (session.run.cancelRequested) throw new RunStopped('cancelled');
  if (session.run.stepsUsed > 0 && (await settleBatch(session)) === 'waiting') return;
  if (session.run.pendingSteers > 0) {
    const at = { now: session.runtime.clock.now(), ids: session.runtime.ids };
    await session.transact((transaction) => takeSteers(transaction, at));
  }
  for (;;) {
    session.throwIfStopped();
    const spent = budgetError(session.run);
    if (spent) return endRun(session, { status: 'failed', error: spent });
    const turn = await takeTurn(session);
    if (turn === 'finished') return;
    if (turn === 'stopped') session.throwIfStopped();
    const overspent = budgetError(session.run);
    if (overspent) return endRun(session, { status: 'failed', error: overspent });
    if ((await settleBatch(session)) === 'waiting') return;
  }
}

async function closingOf(session: RunSession) {
  const { runtime } = session;
  const tools = await session.allowedTools().catch(() => null);
  return {
    now: runtime.clock.now(),
    ids: runtime.ids,
    activeMs: session.activeMs(),
    isIdempotent: (name: string) => tools?.get(name)?.def.idempotent === true,
  };
}

async function endRun(session: RunSession, end: RunEnd): Promise<void> {
  const closing = await closingOf(session);
  await session.transact((transaction) => closeRun(transaction, end, closing));
}

/** Another process goes on with the run. */
async function leaveRun(session: RunSession): Promise<void> {
  const closing = await closingOf(session);
  await session.transact((transaction) => putBack(transaction, { because: 'drain', ...closing }));
}

async function endByError(session: RunSession, error: unknown): Promise<void> {
  if (error instanceof LostRun) return;
  if (session.stopReason === 'shutdown') return leaveRun(session);
  const stopped =
    error instanceof RunStopped && error.reason === 'cancelled'
      ? { status: 'cancelled' as const }
      : stoppedEnd(session);
  if (!stopped) logEnd(session.runtime, session.run, error);
  await endRun(session, stopped ?? { status: 'failed', error: toMetonaError(error) });
}

function logEnd(runtime: Runtime, run: RunRecord, error: unknown): void {
  if (error instanceof LostRun) return;
  runtime.logger.error(
    { runId: run.id, error: error instanceof Error ? error.message : 'unknown' },
    'a run ended by an error',
  );
}
