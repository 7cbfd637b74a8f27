import type { RunTransaction } from '../ports';
import type { Runtime } from '../runtime';

/** Puts a waiting run back into the queue once none of its questions is open; true when it did. */
export async function requeueWhenDecided(runtime: Runtime, transaction: RunTransaction): Promise<boolean> {
  const records = await transaction.permissionRequests();
  if (records.some(({ request }) => request.status === 'open')) return false;
  await transaction.update({ status: 'queued', phase: 'queued', releaseLease: true });
  const envelope = { requestId: '', iteration: transaction.run.stepsUsed, timestamp: runtime.clock.now() };
  transaction.emit({ type: 'phase', phase: 'queued', ...envelope });
  return true;
}
