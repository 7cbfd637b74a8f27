import { type GrantScope, PermissionReason } from '@/lib/ir';
import { ASK_AT_REPEATS, calledSteps, countRepeats, LOOP_PERMISSION } from '../loop-guard';
import type { BatchEntry, PolicyRule, RunnableTool } from '../ports';
import type { RunSession } from '../run-session';
import { permissionOf } from './permission-of';
import { evaluatePermission, grantScopeOf } from './rules';
import { isRunTainted } from './tainted-run';

/** What a person is asked about a call. */
export interface Asked {
  readonly kind: 'ask';
  readonly permission: string;
  readonly reason: PermissionReason;
  readonly grantScope: GrantScope | null;
}

/** `denied`: a rule has come to forbid the call meanwhile. */
type Question = Asked | { readonly kind: 'denied'; readonly text: string };

interface Circumstances {
  readonly sessionId: string;
  readonly policy: Readonly<Record<string, PolicyRule>>;
  readonly isTainted: boolean;
  /** Ids of the calls that ask because they have been made again and again. */
  readonly looping: ReadonlySet<string>;
}

/** Why each of these calls asks, told by the rows of the run alone: the same before and after a restart. */
export async function explainQuestions(
  session: RunSession,
  asking: readonly BatchEntry[],
): Promise<(entry: BatchEntry, tool: RunnableTool) => Question> {
  const { runtime, run } = session;
  const { userId, sessionId, tailMessageId } = run;
  const [history, { policy }] = await session.read(() =>
    Promise.all([runtime.store.loadHistory(userId, sessionId, tailMessageId), runtime.settings.load(userId)]),
  );
  const steps = calledSteps(history, run.id);
  const calls = steps.at(-1)?.calls ?? [];
  const repeats = countRepeats(calls, steps.slice(0, -1), runtime.hashArgs);
  const repeated = calls.filter((_, index) => (repeats[index] ?? 0) >= ASK_AT_REPEATS).map((call) => call.id);
  const looping = new Set(repeated.filter((id) => asking.some(({ call }) => call.id === id)));
  const tainted = await isRunTainted(session, history);
  const circumstances = { sessionId, policy, isTainted: tainted, looping };
  return (entry, tool) => explain(entry, tool, circumstances);
}

function explain({ call }: BatchEntry, tool: RunnableTool, of: Circumstances): Question {
  const { policy, isTainted: tainted } = of;
  const verdict = evaluatePermission({ tool, args: call.args, policy, grants: [], isTainted: tainted });
  if (verdict.action === 'deny') return { kind: 'denied', text: verdict.reason };
  if (of.looping.has(call.id)) {
    return { kind: 'ask', permission: LOOP_PERMISSION, reason: PermissionReason.REPEATED, grantScope: null };
  }
  const isForced = verdict.action === 'ask' && verdict.forced;
  return {
    kind: 'ask',
    permission: permissionOf(tool.def),
    reason: verdict.action === 'ask' ? verdict.reason : PermissionReason.DEFAULT,
    grantScope: isForced ? null : grantScopeOf(tool, call.args, of.sessionId),
  };
}
