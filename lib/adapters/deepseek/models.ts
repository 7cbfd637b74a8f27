import { createCatalogue } from '../shared/model-catalogue';

const traits = {
  contextWindow: 1_000_000,
  maxOutput: 393_216,
  supportsStreaming: true,
  supportsThinking: true,
  supportsImages: false,
  supportsToolCalling: true,
  supportsStructuredOutput: true,
} as const;

const efforts = { low: 'high', medium: 'high', high: 'high', max: 'max' } as const;

/** Prices are those of peak hours; off-peak is half. */
export const deepSeekCatalogue = createCatalogue({
  providerId: 'deepseek',
  families: [
    {
      pattern: /^deepseek-flash$/,
      traits: { ...traits, supportsImages: true },
      // The one model that thinks less when asked for little.
      efforts: { ...efforts, low: 'low' },
      rejects: [],
    },
    { pattern: /^/, traits, efforts, rejects: [] },
  ],
  listed: [
    {
      id: 'deepseek-flash',
      displayName: 'DeepSeek Flash',
      price: { input: 0.3, output: 1.2, currency: 'USD', asOf: '2026-09-10' },
    },
    {
      id: 'deepseek-v4-pro',
      displayName: 'DeepSeek V4 Pro',
      price: { input: 1.32, output: 3.96, currency: 'USD', asOf: '2026-08-17' },
    },
  ],
});
