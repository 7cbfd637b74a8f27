import type { MetonaConstraints, MetonaError, MetonaToolDef } from '@/lib/ir';
import type { RunRecord } from './ports';

/** From this share of its token budget on a run is close to its end. */
const WARN_ABOVE = 0.8;

/** Told once, with the call that brings the run close to its token budget; null otherwise. */
export function budgetWarning(
  { limits, usage }: Pick<RunRecord, 'limits' | 'usage'>,
  spentBefore: number,
): { type: 'budget_warning'; kind: 'tokens'; used: number; limit: number } | null {
  const limit = limits.token_budget;
  if (limit === null || spentBefore >= limit * WARN_ABOVE) return null;
  const used = usage.totalTokens;
  return used >= limit * WARN_ABOVE && used < limit ? { type: 'budget_warning', kind: 'tokens', used, limit } : null;
}

/** How many calls of one answer may run: what is left to the run, and what one model call may ask for. */
export function callRoom({
  limits,
  constraints,
  toolCallsUsed,
}: Pick<RunRecord, 'limits' | 'constraints' | 'toolCallsUsed'>): number {
  return Math.max(0, Math.min(limits.max_tool_calls - toolCallsUsed, constraints?.maxToolCalls ?? Infinity));
}

/** What one model call of this run is held to. */
export function constraintsOf(
  run: RunRecord,
  of: { activeMs: number; tools: readonly MetonaToolDef[] },
): MetonaConstraints {
  const leftMs = Math.max(1, Math.round(run.limits.timeout_ms - of.activeMs));
  return {
    ...(of.tools.length > 0 && { allowedTools: of.tools.map((tool) => tool.name), maxToolCalls: callRoom(run) }),
    timeoutMs: Math.min(leftMs, run.constraints?.timeoutMs ?? leftMs),
  };
}

/** Why a run may not call a model again; null while its tokens last. */
export function budgetError({ limits, usage }: Pick<RunRecord, 'limits' | 'usage'>): MetonaError | null {
  const { token_budget: budget } = limits;
  if (budget === null || usage.totalTokens < budget) return null;
  return {
    code: 'budget_exceeded',
    message: `The run has used ${usage.totalTokens} of ${budget} tokens.`,
    retryable: false,
  };
}
