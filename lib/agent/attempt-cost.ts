import type { MetonaModelRef, MetonaPricing, MetonaTokenUsage, TraceCost } from '@/lib/ir';
import type { RunSession } from './run-session';

const PER_MILLION = 1_000_000;
/** Parts of a currency unit that are told apart. */
const PRECISION = 1e9;

/** What tokens cost by a price list; null without a list or tokens. Cached input is counted at its full price. */
export function costOf(usage: MetonaTokenUsage | null, pricing: MetonaPricing | null): TraceCost | null {
  if (!usage || !pricing || usage.totalTokens === 0) return null;
  const { inputPerMillion, outputPerMillion, currency, asOf } = pricing;
  const amount = (usage.inputTokens * inputPerMillion + usage.outputTokens * outputPerMillion) / PER_MILLION;
  return { amount: Math.round(amount * PRECISION) / PRECISION, currency, ...(asOf !== undefined && { as_of: asOf }) };
}

/** The price of a model as it is known without asking its provider; a trace can do without it. */
export async function priceOf(session: RunSession, model: MetonaModelRef): Promise<MetonaPricing | null> {
  const known = await session.runtime.fallbacks.abilities(session.run.userId, model).catch(() => null);
  return known?.pricing ?? null;
}
