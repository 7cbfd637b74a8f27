import type { MetonaError } from '@/lib/ir';
import type { RunRecord } from './ports';

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
