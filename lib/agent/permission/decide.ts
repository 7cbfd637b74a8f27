import type { PermissionRequest, PermissionStatus } from '@/lib/ir';
import { recordResult } from '../close-run';
import type {
  ArgumentCheck,
  PermissionAnswer,
  PermissionRecord,
  PolicyRule,
  RunnableTool,
  RunTransaction,
} from '../ports';
import type { Runtime } from '../runtime';
import { errorResult } from '../tool-result';
import { closeExpired } from './expire';
import { hostOfCall } from './host';
import { requeueWhenDecided } from './requeue';
import { evaluatePermission } from './rules';

const GRANT_MS = 12 * 60 * 60 * 1000;

const STATUS_OF: Record<PermissionAnswer['decision'], Exclude<PermissionStatus, 'open'>> = {
  allow_once: 'allowed_once',
  allow_session: 'allowed_session',
  deny: 'denied',
};

export type DecisionOutcome =
  | { kind: 'decided'; request: PermissionRequest; wake: boolean }
  | { kind: 'conflict'; request: PermissionRequest; wake: boolean }
  | { kind: 'invalid'; issues: { path: string; message: string }[] }
  | { kind: 'not_found' };

/**
 * A person's answer to one request: one winner, bound to the arguments that were shown. The same answer again gives the
 * stored request; another answer, or one to a closed request, is a conflict and changes nothing.
 */
export async function decidePermission(
  runtime: Runtime,
  of: { userId: string; runId: string; requestId: string; answer: PermissionAnswer },
): Promise<DecisionOutcome> {
  const [tools, { policy }] = await Promise.all([runtime.tools.list(of.userId), runtime.settings.load(of.userId)]);
  const done = await runtime.store.transact(of.runId, { userId: of.userId }, (transaction) =>
    decide(runtime, transaction, { ...of, tools, policy }),
  );
  return done?.value ?? { kind: 'not_found' };
}

interface Deciding {
  readonly requestId: string;
  readonly answer: PermissionAnswer;
  readonly tools: readonly RunnableTool[];
  readonly policy: Readonly<Record<string, PolicyRule>>;
}

async function decide(runtime: Runtime, transaction: RunTransaction, of: Deciding): Promise<DecisionOutcome> {
  const record = (await transaction.permissionRequests()).find(({ request }) => request.id === of.requestId);
  if (!record) return { kind: 'not_found' };
  const { answer } = of;
  const editedHash = answer.args === undefined ? null : runtime.hashArgs(answer.args);
  if (record.request.status !== 'open') {
    const same =
      record.request.status === STATUS_OF[answer.decision] && (editedHash === null || editedHash === record.editedHash);
    return same
      ? { kind: 'decided', request: record.request, wake: false }
      : { kind: 'conflict', request: record.request, wake: false };
  }
  if (transaction.run.status !== 'waiting_permission') {
    return { kind: 'conflict', request: record.request, wake: false };
  }
  if (Date.parse(record.request.expires_at) <= runtime.clock.now()) return expireInstead(runtime, transaction, record);
  const problem = refuseAnswer(record, of);
  if (problem) return { kind: 'invalid', issues: problem };
  const request = await applyAnswer(runtime, transaction, { record, answer, editedHash });
  if (answer.decision === 'allow_session') await grantAndResolveSiblings(runtime, transaction, record);
  return { kind: 'decided', request, wake: await requeueWhenDecided(runtime, transaction) };
}

/** Too late, although nobody has noticed yet. */
async function expireInstead(
  runtime: Runtime,
  transaction: RunTransaction,
  record: PermissionRecord,
): Promise<DecisionOutcome> {
  await closeExpired(runtime, transaction);
  const now = (await transaction.permissionRequests()).find(({ request }) => request.id === record.request.id);
  const wake = await requeueWhenDecided(runtime, transaction);
  return { kind: 'conflict', request: now?.request ?? record.request, wake };
}

type Issues = { path: string; message: string }[];

function refuseAnswer(record: PermissionRecord, { answer, tools, policy }: Deciding): Issues | null {
  const tool = tools.find(({ def }) => def.name === record.request.tool.name);
  const refuse = (message: string) => [{ path: 'decision', message }];
  if (answer.decision === 'allow_session' && record.request.grant_scope === null) {
    return refuse('this asks every time; it can only be allowed once');
  }
  if (answer.decision !== 'deny' && tool) {
    if (tool.identity !== record.toolIdentity)
      return refuse('the tool has changed since this was asked; it can only be denied');
    const args = answer.args ?? record.request.tool_call.args;
    const verdict = evaluatePermission({ tool, args, policy, grants: [], isTainted: false });
    if (verdict.action === 'deny') return refuse(verdict.reason);
  }
  return answer.args === undefined ? null : refuseArguments(record, { answer, args: answer.args, tool });
}

function refuseArguments(
  { request }: PermissionRecord,
  { answer, args, tool }: { answer: PermissionAnswer; args: Record<string, unknown>; tool: RunnableTool | undefined },
): Issues | null {
  if (answer.decision === 'deny') return [{ path: 'args', message: 'arguments cannot be edited in a denial' }];
  if (!tool) return [{ path: 'args', message: 'the tool is no longer available' }];
  const check: ArgumentCheck = tool.check(args);
  if (!check.ok)
    return check.issues.map(({ path, message }) => ({ path: path === '' ? 'args' : `args.${path}`, message }));
  if (answer.decision !== 'allow_session' || (hostOfCall(tool, args) ?? undefined) === request.grant_scope?.host)
    return null;
  return [{ path: 'args', message: 'these reach another host than the one that would be allowed; allow them once' }];
}

async function applyAnswer(
  runtime: Runtime,
  transaction: RunTransaction,
  of: { record: PermissionRecord; answer: PermissionAnswer; editedHash: string | null },
): Promise<PermissionRequest> {
  const { record, answer, editedHash } = of;
  const now = runtime.clock.now();
  const callId = record.request.tool_call.id;
  const status = STATUS_OF[answer.decision];
  if (answer.decision !== 'deny') {
    await transaction.updateToolCall(callId, {
      status: 'ready',
      ...(answer.args && editedHash !== null && { args: answer.args, argsHash: editedHash }),
    });
  }
  const request = await transaction.closePermissionRequest(record.request.id, {
    status,
    decidedAt: now,
    reason: answer.reason ?? null,
    editedHash,
  });
  const reason = answer.reason ? { reason: answer.reason } : {};
  const envelope = { iteration: transaction.run.stepsUsed, timestamp: now, ...reason };
  transaction.emit({ type: 'permission_resolved', requestId: request.id, status, decidedBy: 'user', ...envelope });
  if (answer.decision === 'deny') await recordDenial(transaction, { callId, now, reason: answer.reason });
  return request;
}

async function recordDenial(
  transaction: RunTransaction,
  of: { callId: string; now: number; reason: string | undefined },
): Promise<void> {
  const entry = (await transaction.batch()).find(({ call }) => call.id === of.callId);
  if (!entry) return;
  const text = of.reason ? `The user denied this call: ${of.reason}` : 'The user denied this call.';
  await recordResult(transaction, entry, errorResult(entry.call, ['denied', text], { now: of.now }));
}

/** The grant covers this tool, and host, in this session; the session's other open questions about them are answered. */
async function grantAndResolveSiblings(
  runtime: Runtime,
  transaction: RunTransaction,
  record: PermissionRecord,
): Promise<void> {
  const now = runtime.clock.now();
  const { tool } = record.request;
  await transaction.insertGrant({
    id: runtime.ids('pg'),
    toolName: tool.name,
    toolIdentity: record.toolIdentity,
    host: record.request.grant_scope?.host ?? null,
    requestId: record.request.id,
    expiresAt: now + GRANT_MS,
  });
  for (const sibling of await transaction.permissionRequests()) {
    if (sibling.request.status !== 'open' || sibling.toolIdentity !== record.toolIdentity) continue;
    // A question that offers no grant is not answered by one.
    if (sibling.request.grant_scope === null) continue;
    if (sibling.request.grant_scope.host !== record.request.grant_scope?.host) continue;
    const answer = { decision: 'allow_session' } as const;
    await applyAnswer(runtime, transaction, { record: sibling, answer, editedHash: null });
  }
}
