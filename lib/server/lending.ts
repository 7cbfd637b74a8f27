import 'server-only';
import { costOf } from '@/lib/agent/attempt-cost';
import type { Freshness, Logger } from '@/lib/agent/ports';
import type { SharedProviderRecord, SharedProviderStore, ShareTerms, UsageSum } from '@/lib/db/shared-provider-store';
import { MetonaFailure, type MetonaPricing, type MetonaTokenUsage } from '@/lib/ir';
import { createBriefMemory, rarelyChangedMs } from './brief-memory';

/** A provider in use by somebody who borrowed it. */
export interface Loan {
  readonly userId: string;
  readonly providerId: string;
  readonly displayName: string;
}

export interface LendingDependencies {
  readonly store: SharedProviderStore;
  readonly now: () => number;
  readonly log: Logger;
}

/** The months in which use is counted; they change at midnight UTC. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

export const isLentModel = (terms: Pick<ShareTerms, 'models'>, model: string): boolean =>
  terms.models.length === 0 || terms.models.includes(model);

const refuse = (code: 'not_configured' | 'model_not_found' | 'quota_exceeded', loan: Loan, message: string) =>
  new MetonaFailure({ code, message, provider: loan.providerId, retryable: false });

export const modelRefusal = (loan: Loan, model: string): MetonaFailure =>
  refuse(
    'model_not_found',
    loan,
    `The administrator does not share the model "${model}" of ${loan.displayName}. Choose another model, or enter a key of your own.`,
  );

/** Tokens that the token cap is for: all of them, or with a spend cap those it cannot count. */
function countedTokens({ costCap, currency }: ShareTerms, used: readonly UsageSum[]): number {
  const counted = used.filter((sum) => costCap === null || sum.currency !== currency);
  return counted.reduce((sum, use) => sum + use.tokens, 0);
}

/** The sentence of a cap that is reached; null while there is room. What the spend cap cannot count, the token cap does. */
function reachedCap(terms: ShareTerms, of: { used: readonly UsageSum[]; isPriced: boolean }): string | null {
  const { costCap, currency, tokenCap } = terms;
  if (costCap !== null && of.isPriced) {
    const spent = of.used.find((sum) => sum.currency === currency)?.cost ?? 0;
    return spent >= costCap ? `what you may spend in a month (${costCap} ${currency}) is used up` : null;
  }
  if (tokenCap === null) return costCap === null ? null : 'this model has no known price, so that no cap could hold';
  return countedTokens(terms, of.used) >= tokenCap
    ? `the tokens you may use in a month (${tokenCap}) are used up`
    : null;
}

/** What is lent to whom, and what it has cost. */
export function createLending({ store, now, log }: LendingDependencies) {
  const memory = createBriefMemory<SharedProviderRecord[]>(undefined, rarelyChangedMs);
  const mayBorrow = (userId: string) => (share: SharedProviderRecord) =>
    share.isLive &&
    share.row !== null &&
    share.ownerId !== userId &&
    (share.everyone || share.borrowers.includes(userId));

  return {
    /** What a user may borrow; whether he may still is asked again before each call. */
    async listFor(userId: string, of: Freshness): Promise<SharedProviderRecord[]> {
      const all = await memory[of.as === 'lately' ? 'recall' : 'renew']('', () => store.list());
      return all.filter(mayBorrow(userId));
    },

    /** Runs a change by this process, which all who look afterwards see. */
    change: <Result>(write: () => Promise<Result>): Promise<Result> => memory.around('', write),

    /** Throws unless the model may be used and no cap is reached, as it is right now. */
    async check(loan: Loan, model: string, pricing: MetonaPricing | null): Promise<void> {
      const { userId, providerId } = loan;
      const [terms, used] = await Promise.all([
        store.terms(userId, providerId),
        store.usage(userId, providerId, monthOf(now())),
      ]);
      if (terms === null)
        throw refuse(
          'not_configured',
          loan,
          `${loan.displayName} is not shared with you any more. Enter a key of your own in its settings.`,
        );
      if (!isLentModel(terms, model)) throw modelRefusal(loan, model);
      const reached = reachedCap(terms, { used, isPriced: pricing?.currency === terms.currency });
      if (reached === null) return;
      const next = 'Ask your administrator, enter a key of your own, or choose another provider.';
      throw refuse('quota_exceeded', loan, `${loan.displayName} is shared by the administrator: ${reached}. ${next}`);
    },

    /** What a borrower has had this month, and how much he may; null when it is not lent to him any more. */
    async use({ userId, providerId }: Pick<Loan, 'userId' | 'providerId'>) {
      const [terms, used] = await Promise.all([
        store.terms(userId, providerId),
        store.usage(userId, providerId, monthOf(now())),
      ]);
      if (terms === null) return null;
      const { currency, costCap, tokenCap } = terms;
      return {
        cost: used.find((sum) => sum.currency === currency)?.cost ?? 0,
        cost_cap: costCap,
        currency,
        tokens: countedTokens(terms, used),
        token_cap: tokenCap,
      };
    },

    /** What was used counts even where it could not be written at once; a sum that cannot be kept fails no answer. */
    async record(loan: Loan, usage: MetonaTokenUsage, pricing: MetonaPricing | null): Promise<void> {
      const cost = costOf(usage, pricing);
      const sum = { currency: cost?.currency ?? '', cost: cost?.amount ?? 0, tokens: Math.round(usage.totalTokens) };
      try {
        await store.addUsage(loan.userId, { providerId: loan.providerId, month: monthOf(now()) }, sum);
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown.name : 'unknown';
        log.error(
          { userId: loan.userId, provider: loan.providerId, tokens: sum.tokens, error },
          'a use was not counted',
        );
      }
    },
  };
}
export type Lending = ReturnType<typeof createLending>;
