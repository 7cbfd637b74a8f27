import type { MetonaStoredMessage } from '@/lib/ir';

/** Where a message stands among those that follow the same one; `index` counts from 0. */
export interface Siblings {
  readonly index: number;
  readonly count: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** A message as the API lists it. */
export type ListedMessage = MetonaStoredMessage & { readonly siblings?: Siblings };

export function siblingsOf(message: MetonaStoredMessage | undefined): Siblings | null {
  return (message as ListedMessage | undefined)?.siblings ?? null;
}

/** Changes whenever the place among the siblings does. */
export function siblingsKey(message: MetonaStoredMessage | undefined): string {
  const siblings = siblingsOf(message);
  return siblings === null ? '' : `${siblings.index}/${siblings.count}`;
}

/** What attempts took. Costs of different currencies are never summed. */
export interface SpendView {
  readonly attempts: number;
  readonly unpriced_attempts: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly costs: readonly { readonly currency: string; readonly amount: number }[];
}

/** Keeps what a page says its runs took. */
export function noteSpent(
  known: Map<string, SpendView>,
  page: { readonly spent: Readonly<Record<string, SpendView>> },
) {
  for (const [runId, spent] of Object.entries(page.spent)) known.set(runId, spent);
}

/** How full the window of a model is with a conversation, in tokens. */
export interface ContextView {
  readonly provider: string;
  readonly model: string;
  readonly window: number;
  readonly used: number;
  readonly parts: Readonly<Record<'system' | 'tools' | 'files' | 'memories' | 'history', number>>;
  readonly reserve: number;
  readonly fold_above: number;
  readonly will_fold: boolean;
}
