import { describe, expect, it } from 'vitest';
import { translateModelList } from './list-models';
import { googleCatalogue, openRouterCatalogue } from './models';

describe('a list of models', () => {
  it('adds what it says to what the catalogue knows', () => {
    const entry = {
      id: 'new/model',
      name: 'New Model',
      context_length: 77_000,
      architecture: { input_modalities: ['text'], output_modalities: ['text'] },
      pricing: { prompt: '0.0000021', completion: '0.00001' },
      top_provider: { max_completion_tokens: 7000 },
      supported_parameters: ['temperature'],
    };
    expect(translateModelList({ data: [entry] }, openRouterCatalogue)).toEqual([
      expect.objectContaining({
        ...{ id: 'new/model', displayName: 'New Model', contextWindow: 77_000, maxOutput: 7000 },
        ...{ supportsImages: false, supportsThinking: false, supportsToolCalling: false },
        pricing: { inputPerMillion: 2.1, outputPerMillion: 10, currency: 'USD' },
      }),
    ]);
  });

  it('leaves out what cannot converse, and entries that are none', () => {
    const list = {
      models: [
        { name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent'], inputTokenLimit: -1 },
        { name: 'models/embedder', supportedGenerationMethods: ['embedContent'] },
        { supportedGenerationMethods: ['generateContent'] },
        'gemini',
        null,
      ],
    };
    const models = translateModelList(list, googleCatalogue);
    expect(models?.map(({ id, contextWindow }) => [id, contextWindow])).toEqual([['gemini-3.8-flash', 1_048_576]]);
    expect(models?.[0]?.displayName).toBe('Gemini 3.8 Flash');
  });

  it.each([null, 'list', { data: 'list' }, 7])('is none: %j', (value) => {
    expect(translateModelList(value, googleCatalogue)).toBeNull();
  });
});
