import { type IMetonaProviderAdapter, type MetonaError, MetonaFailure, type MetonaModelRef } from '@/lib/ir';
import type { ModelAbilities } from './ports';
import type { RunSession } from './run-session';

const MAX_FALLBACKS = 3;

/** What a model must be able to do to go on with a conversation. */
export interface ModelNeeds {
  readonly tools: boolean;
  readonly images: boolean;
  /** Tokens that have to be sent whatever is folded. */
  readonly tokens: number;
}

export type SkipReason = 'same_key' | 'resting' | 'no_tools' | 'no_images' | 'window_too_small' | 'not_usable';

/** A fallback that was passed over, and why; kept in the trace. */
export interface SkippedModel extends MetonaModelRef {
  readonly reason: SkipReason;
}

export interface ModelTarget {
  readonly model: MetonaModelRef;
  readonly adapter: IMetonaProviderAdapter;
}

export interface FallbackChoice {
  readonly target: ModelTarget | null;
  readonly skipped: readonly SkippedModel[];
}

/** Who may still be asked after `current`, in the user's order; a run never goes back to what it left. */
export function modelsAfter(
  current: MetonaModelRef,
  chosen: MetonaModelRef,
  fallbacks: readonly MetonaModelRef[],
): MetonaModelRef[] {
  const order = [chosen, ...fallbacks.slice(0, MAX_FALLBACKS)];
  const distinct = order.filter((model, index) => order.findIndex((other) => isSame(model, other)) === index);
  const at = distinct.findIndex((model) => isSame(model, current));
  return distinct.slice(at < 0 ? 1 : at + 1);
}

const isSame = (left: MetonaModelRef, right: MetonaModelRef) =>
  left.provider === right.provider && left.model === right.model;

/** Why a model cannot take over; null when it can. A model nothing is known about is trusted. */
export function findLack(
  needs: ModelNeeds,
  of: { abilities: ModelAbilities | null; window: number },
): SkipReason | null {
  if (needs.tools && of.abilities?.tools === false) return 'no_tools';
  if (needs.images && of.abilities?.images === false) return 'no_images';
  return needs.tokens > of.window ? 'window_too_small' : null;
}

/**
 * The next model that can take over from one that failed. One that is left alone for a while is passed over as long as
 * there is another; `mayRest` tells whether it is better than nobody.
 */
export async function chooseFallback(
  session: RunSession,
  of: { failed: MetonaModelRef; error: MetonaError; needs: ModelNeeds; mayRest: boolean },
): Promise<FallbackChoice> {
  const { fallbacks, coolDown } = session.runtime;
  const { userId, provider: chosen } = session.run;
  const listed = await session.read(() => fallbacks.list(userId));
  const skipped: SkippedModel[] = [];
  let resting: ModelTarget | null = null;
  for (const model of modelsAfter(of.failed, chosen, listed)) {
    const found = await tryModel(session, model, of);
    if (typeof found === 'string') skipped.push({ ...model, reason: found });
    else if (coolDown.restingBecause(userId, model.provider) === null) return { target: found, skipped };
    else {
      skipped.push({ ...model, reason: 'resting' });
      if (of.mayRest) resting ??= found;
    }
  }
  const taken = resting?.model;
  return { target: resting, skipped: taken ? skipped.filter((passed) => !isSame(passed, taken)) : skipped };
}

async function tryModel(
  session: RunSession,
  model: MetonaModelRef,
  of: { failed: MetonaModelRef; error: MetonaError; needs: ModelNeeds },
): Promise<ModelTarget | SkipReason> {
  const isKeyRefused = of.error.code === 'auth_invalid' || of.error.code === 'auth_expired';
  if (isKeyRefused && model.provider === of.failed.provider) return 'same_key';
  const { adapters, fallbacks, isTransient, logger } = session.runtime;
  const { id: runId, userId } = session.run;
  try {
    const adapter = await session.read(() => adapters.open(userId, model));
    const abilities = await session.read(() => fallbacks.abilities(userId, model));
    const lack = findLack(of.needs, { abilities, window: adapter.getContextWindow(model.model) });
    return lack ?? { model, adapter };
  } catch (error) {
    if (isTransient(error)) throw error;
    const text = error instanceof Error ? error.message : 'unknown';
    if (!(error instanceof MetonaFailure))
      logger.error({ runId, ...model, error: text }, 'a fallback cannot be opened');
    return 'not_usable';
  }
}
