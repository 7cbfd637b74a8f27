import 'server-only';
import type { MetonaModelRef } from '@/lib/ir';
import type { SettingsChange } from './settings-table';

const maxFallbacks = 3;

/**
 * The list of fallbacks after a change. `llm.fallbackProvider` and `llm.fallbackModel` are other names for parts of its
 * first entry; a provider without a model takes the provider's own default, which `modelOf` knows.
 */
export function changeFallbacks(
  current: readonly MetonaModelRef[],
  change: SettingsChange,
  modelOf: (provider: string) => string | null,
): MetonaModelRef[] {
  const listed = change['llm.fallbacks'];
  const [first, ...rest] = listed === undefined ? current : (listed ?? []);
  const provider = change['llm.fallbackProvider'];
  const model = change['llm.fallbackModel'];
  if (provider === undefined && model === undefined) return first ? [first, ...rest] : [];
  if (provider === null) return [...rest];
  const name = provider ?? first?.provider;
  if (name === undefined) return [];
  const kept = name === first?.provider ? first.model : undefined;
  const chosen = model ?? (model === null ? undefined : kept) ?? modelOf(name);
  return chosen === null || chosen === undefined
    ? [...rest]
    : [{ provider: name, model: chosen }, ...rest].slice(0, maxFallbacks);
}
