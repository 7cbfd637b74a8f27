import type { RunnableTool, RunTransaction } from '../ports';

/** `basis`: what the call rested on when somebody was asked about it. */
export type Approval = { readonly holds: true; readonly basis: string | null } | { readonly holds: false };

/** A yes holds for the tool that was shown; one that has changed since then is not run by it. */
export async function approvalOf(transaction: RunTransaction, callId: string, tool: RunnableTool): Promise<Approval> {
  // A run that asked somebody was given up and claimed again.
  if (transaction.run.epoch === 1) return { holds: true, basis: null };
  const asked = (await transaction.permissionRequests()).find(({ request }) => request.tool_call.id === callId);
  if (asked === undefined) return { holds: true, basis: null };
  return asked.toolIdentity === tool.identity ? { holds: true, basis: asked.basis } : { holds: false };
}
