import type { MetonaError, MetonaToolCall } from '@/lib/ir';
import { finishAttempt, type Step } from './attempt';
import { closeRun, recordResult } from './close-run';
import { commitMessage } from './commit-message';
import type { Outcome } from './failover';
import { callRoom } from './limits';
import { calledSteps, countRepeats, loopError, repairError } from './loop-guard';
import { isRunTainted } from './permission/tainted-run';
import type { RunTransaction } from './ports';
import { checkCall, type Preflight, refuseBeyond } from './preflight';
import type { RunSession } from './run-session';
import { errorResult } from './tool-result';

interface Checked {
  readonly preflights: readonly Preflight[];
  /** Why the run must not go on with calls like these. */
  readonly error: MetonaError | null;
}

/** Commits the message and its calls, each checked before anything runs; `finished` when they end the run. */
export async function commitCalls(
  session: RunSession,
  { finished, trace }: Outcome,
  calls: readonly MetonaToolCall[],
): Promise<'finished' | 'tools'> {
  const { step } = finished;
  const { clock, ids } = session.runtime;
  const { preflights, error } = await checkCalls(session, step, calls);
  await session.transact(async (transaction) => {
    await finishAttempt(session, transaction, { finished, trace });
    await commitMessage(session, transaction, { finished, calls });
    for (const [position, proposed] of calls.entries()) {
      const preflight = preflights[position];
      if (preflight) await insertCall(session, transaction, { step, proposed, position, preflight });
    }
    if (!error) return;
    await closeRun(
      transaction,
      { status: 'failed', error },
      {
        now: clock.now(),
        ids,
        activeMs: session.activeMs(),
        isIdempotent: (name) => step.tools.get(name)?.def.idempotent === true,
      },
    );
  });
  return error ? 'finished' : 'tools';
}

async function checkCalls(session: RunSession, step: Step, calls: readonly MetonaToolCall[]): Promise<Checked> {
  const { runtime, run } = session;
  const { store, tools, settings: settingsOf, clock } = runtime;
  const [known, settings, grants] = await session.read(() =>
    Promise.all([
      tools.list(run.userId),
      settingsOf.load(run.userId),
      store.findLiveGrants(run.userId, run.sessionId, clock.now()),
    ]),
  );
  const tainted = await isRunTainted(session, step.history);
  const byName = new Map(known.map((tool) => [tool.def.name, tool]));
  const rules = { known: byName, allowed: step.tools, settings, grants, isTainted: tainted };
  const past = calledSteps(step.history, run.id);
  const repeats = countRepeats(calls, past, runtime.hashArgs);
  const checked = calls.map((proposed, position) => checkCall(proposed, rules, repeats[position]));
  const preflights = refuseBeyond(checked, callRoom(run));
  const isUnusable = preflights.every((found) => found.kind === 'refused' && found.errorCode === 'invalid_args');
  return { preflights, error: loopError(calls, repeats) ?? repairError(past, isUnusable) };
}

/** Writes a proposed call as checked; one that was refused has its answer at once. */
export async function insertCall(
  session: RunSession,
  transaction: RunTransaction,
  of: { step: Step; proposed: MetonaToolCall; position: number; preflight: Preflight },
): Promise<void> {
  const { proposed, position, preflight, step } = of;
  const argsHash = session.runtime.hashArgs(proposed.args);
  const status = preflight.kind === 'ready' ? 'ready' : preflight.kind === 'ask' ? 'awaiting_permission' : 'proposed';
  const record = { call: proposed, step: step.iteration, position, status, argsHash } as const;
  await transaction.insertToolCall(record);
  if (preflight.kind !== 'refused') return;
  const result = errorResult(proposed, [preflight.errorCode, preflight.error], { now: session.runtime.clock.now() });
  await recordResult(transaction, { ...record, result: null }, result);
}
