import { describe, expect, it } from 'vitest';
import { changeFallbacks, createFallbackSource } from './fallback-settings';
import type { KnownProvider } from './provider-directory';

const modelOf = (provider: string) => (provider === 'local' ? null : `${provider}-default`);
const a = { provider: 'a', model: 'a-1' };
const b = { provider: 'b', model: 'b-1' };

describe('changeFallbacks', () => {
  it.each([
    ['leaves the list when nothing is said', [a, b], {}, [a, b]],
    ['replaces the whole list', [a], { 'llm.fallbacks': [b] }, [b]],
    ['clears the whole list', [a, b], { 'llm.fallbacks': null }, []],
    ['changes the model of the first', [a, b], { 'llm.fallbackModel': 'a-2' }, [{ provider: 'a', model: 'a-2' }, b]],
    [
      'takes the default model of another first',
      [a, b],
      { 'llm.fallbackProvider': 'c' },
      [{ provider: 'c', model: 'c-default' }, b],
    ],
    ['takes both', [], { 'llm.fallbackProvider': 'c', 'llm.fallbackModel': 'c-9' }, [{ provider: 'c', model: 'c-9' }]],
    ['takes the first away', [a, b], { 'llm.fallbackProvider': null }, [b]],
    ['needs a model from somewhere', [], { 'llm.fallbackProvider': 'local' }, []],
    ['needs a provider for a model', [], { 'llm.fallbackModel': 'x' }, []],
  ])('%s', (...row) => {
    const [, current, change, expected] = row;
    expect(changeFallbacks(current, change, modelOf)).toEqual(expected);
  });
});

describe('createFallbackSource', () => {
  const info = (id: string, tools: boolean, images: boolean) => ({
    id,
    providerId: 'known',
    displayName: id,
    contextWindow: 8_000,
    maxOutput: 1_000,
    supportsStreaming: true,
    supportsThinking: false,
    supportsImages: images,
    supportsToolCalling: tools,
    supportsStructuredOutput: false,
  });
  const known = {
    id: 'known',
    descriptor: { catalogue: [info('blind', true, false), info('mute', false, true)] },
    row: { settings: { models: { mute: { supports_tools: true }, own: { supports_images: false } } } },
  } as unknown as KnownProvider;
  const source = createFallbackSource({
    settings: {
      models: async () => ({ defaultProvider: null, defaultModel: null, fallbacks: [a, b], keepRecentTurns: 5 }),
    },
    directory: { findLately: async (_userId, id) => (id === 'known' ? known : null) },
  });
  const abilities = (provider: string, model: string) => source.abilities('ann', { provider, model });

  it('lists what the user has chosen', async () => expect(await source.list('ann')).toEqual([a, b]));

  it('takes the catalogue, and before it what the user corrected', async () => {
    expect(await abilities('known', 'blind')).toEqual({ tools: true, images: false });
    expect(await abilities('known', 'mute')).toEqual({ tools: true, images: true });
    expect(await abilities('known', 'own')).toEqual({ tools: true, images: false });
  });

  it('knows nothing about others', async () => {
    expect([await abilities('known', 'new'), await abilities('known', 'constructor')]).toEqual([null, null]);
    expect(await abilities('gone', 'blind')).toBeNull();
  });
});
