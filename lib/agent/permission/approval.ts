import type { RunnableTool, RunTransaction } from '../ports';

/** A yes holds for the tool that was shown; one that has changed since then is not run by it. */
export async function isStillApproved(
  transaction: RunTransaction,
  callId: string,
  tool: RunnableTool,
): Promise<boolean> {
  // A run that asked somebody was given up and claimed again.
  if (transaction.run.epoch === 1) return true;
  const asked = (await transaction.permissionRequests()).find(({ request }) => request.tool_call.id === callId);
  return asked === undefined || asked.toolIdentity === tool.identity;
}
