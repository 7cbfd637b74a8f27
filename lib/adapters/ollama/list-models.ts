import type { MetonaModelInfo } from '@/lib/ir';
import type { AdapterSettings } from '../ports';
import { localContextWindow } from './serialize';
import type { ModelFacts } from './server-facts';

const unknownMaxOutput = 8_192;

/** The names on the list; null when it is no list. */
export function readModelNames(value: unknown): string[] | null {
  const models: unknown = (value as { models?: unknown } | null)?.models;
  if (!Array.isArray(models)) return null;
  return models
    .map((entry: { name?: unknown; model?: unknown } | null) => entry?.model ?? entry?.name)
    .filter((name): name is string => typeof name === 'string' && name !== '');
}

/** Models that only turn texts into vectors stand on the same list. */
export const canAnswer = ({ capabilities }: ModelFacts): boolean => capabilities?.has('completion') ?? true;

/** A model as the server describes it; the window is the one that will be asked for, not the model's largest. */
export function translateModel(name: string, facts: ModelFacts, settings: AdapterSettings): MetonaModelInfo {
  const contextWindow = localContextWindow(facts, settings);
  const can = (capability: string) => facts.capabilities?.has(capability) ?? false;
  return {
    id: name,
    providerId: 'ollama',
    displayName: name,
    contextWindow,
    maxOutput: Math.min(contextWindow, settings.maxOutput ?? unknownMaxOutput),
    supportsStreaming: true,
    supportsThinking: can('thinking'),
    supportsImages: can('vision'),
    supportsToolCalling: can('tools'),
    supportsStructuredOutput: true,
  };
}
