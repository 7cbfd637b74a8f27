'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { itemsOf, type ListOf, type ProviderView, providerApi, type SettingsView } from './resources';
import type { ModelChoice } from './run-outgoing';
import { useApi } from './use-api';

const storageKey = 'metona.model';
const effortsKey = 'metona.efforts';
const listeners = new Set<() => void>();

function readStored(key = storageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', listener);
  };
}

function parseChoice(text: string | null): ModelChoice | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Partial<ModelChoice>;
    if (typeof value.providerId !== 'string' || typeof value.model !== 'string') return null;
    return { providerId: value.providerId, model: value.model, effort: value.effort ?? null };
  } catch {
    return null;
  }
}

const nameOf = ({ providerId, model }: ModelChoice): string => `${providerId}/${model}`;

/** How hard each model was told to think, as far as this browser remembers. */
function readEfforts(): Map<string, ModelChoice['effort']> {
  try {
    return new Map(Object.entries(JSON.parse(readStored(effortsKey) ?? '{}') as Record<string, ModelChoice['effort']>));
  } catch {
    return new Map();
  }
}

const mostEfforts = 100;

/** The effort stays with its model: the next one starts with its own. */
function rememberChoice(choice: ModelChoice): void {
  const efforts = readEfforts();
  efforts.delete(nameOf(choice));
  if (choice.effort !== null) efforts.set(nameOf(choice), choice.effort);
  localStorage.setItem(effortsKey, JSON.stringify(Object.fromEntries([...efforts].slice(-mostEfforts))));
  localStorage.setItem(storageKey, JSON.stringify(choice));
}

export interface ModelChoiceState {
  /** Null while nothing is known; the server then takes the user's default. */
  readonly choice: ModelChoice | null;
  readonly providers: readonly ProviderView[];
  readonly isReady: boolean;
  readonly choose: (choice: ModelChoice) => void;
  /** Another model, with the effort it was told before. */
  readonly pick: (providerId: string, model: string) => void;
}

/** The model the next message goes to: the one picked last, as long as its provider is on, else the user's default. */
export function useModelChoice(): ModelChoiceState {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStored(),
    () => null,
  );
  const { data: list } = useApi<ListOf<ProviderView>>(providerApi.list);
  const { data: settings } = useApi<SettingsView>('/api/settings');
  const providers = itemsOf(list).filter((one) => one.enabled && (!one.needs_key || one.key.set || one.shared));
  const picked = parseChoice(stored);
  const isPickedOn = picked !== null && (list === undefined || providers.some((one) => one.id === picked.providerId));
  const choose = useCallback((choice: ModelChoice) => {
    try {
      rememberChoice(choice);
    } catch {
      // A browser that keeps nothing still lets the choice stand until the page is left.
    }
    for (const listener of listeners) listener();
  }, []);
  const pick = useCallback(
    (providerId: string, model: string) => {
      const next = { providerId, model, effort: null };
      choose({ ...next, effort: readEfforts().get(nameOf(next)) ?? null });
    },
    [choose],
  );
  const choice = isPickedOn ? picked : defaultChoice(providers, settings);
  return { choice, providers, isReady: list !== undefined && settings !== undefined, choose, pick };
}

function defaultChoice(providers: readonly ProviderView[], settings: SettingsView | undefined): ModelChoice | null {
  const wanted = settings?.['llm.defaultProvider'] ?? null;
  const wantedModel = settings?.['llm.defaultModel'] ?? null;
  const ready = providers.filter((one) => one.default_model !== null);
  const real = ready.filter((one) => one.kind !== 'offline');
  const first = real.find((one) => one.health?.ok !== false) ?? real[0] ?? ready[0];
  const provider = providers.find((one) => one.id === wanted) ?? first;
  if (provider === undefined) return null;
  const model = (provider.id === wanted ? wantedModel : null) ?? provider.default_model;
  return model === null ? null : { providerId: provider.id, model, effort: null };
}
