import { recordResult } from '../close-run';
import type { RunTransaction } from '../ports';
import type { Runtime } from '../runtime';
import { errorResult } from '../tool-result';
import { requeueWhenDecided } from './requeue';

/** Silence is denial: closes the run's questions that are past their time. True when the run may go on. */
export async function expireRequests(runtime: Runtime, runId: string): Promise<boolean> {
  const done = await runtime.store.transact(runId, { statuses: ['waiting_permission'] }, async (transaction) => {
    await closeExpired(runtime, transaction);
    return requeueWhenDecided(runtime, transaction);
  });
  return done?.value ?? false;
}

/** Closes the open questions of this run that are past their time, each with its denied call. */
export async function closeExpired(runtime: Runtime, transaction: RunTransaction): Promise<void> {
  const now = runtime.clock.now();
  const batch = await transaction.batch();
  for (const { request } of await transaction.permissionRequests()) {
    if (request.status !== 'open' || Date.parse(request.expires_at) > now) continue;
    await transaction.closePermissionRequest(request.id, {
      status: 'expired',
      decidedAt: now,
      reason: null,
      editedHash: null,
    });
    const envelope = { iteration: transaction.run.stepsUsed, timestamp: now };
    transaction.emit({
      type: 'permission_resolved',
      requestId: request.id,
      status: 'expired',
      decidedBy: 'system',
      ...envelope,
    });
    const entry = batch.find(({ call }) => call.id === request.tool_call.id);
    if (!entry) continue;
    const text = 'Nobody answered the permission request in time, which counts as no. The tool was not run.';
    await recordResult(transaction, entry, errorResult(entry.call, ['expired', text], { now }));
  }
}
