import type { MetonaModelInfo } from '@/lib/ir';

const common = {
  providerId: 'deepseek',
  contextWindow: 1_000_000,
  maxOutput: 393_216,
  supportsStreaming: true,
  supportsThinking: true,
  supportsToolCalling: true,
  supportsStructuredOutput: true,
} as const;

/** Prices are those of peak hours; off-peak is half. */
export const deepSeekModels: readonly MetonaModelInfo[] = [
  {
    ...common,
    id: 'deepseek-flash',
    displayName: 'DeepSeek Flash',
    supportsImages: true,
    pricing: { inputPerMillion: 0.3, outputPerMillion: 1.2, currency: 'USD' },
  },
  {
    ...common,
    id: 'deepseek-v4-pro',
    displayName: 'DeepSeek V4 Pro',
    supportsImages: false,
    pricing: { inputPerMillion: 1.32, outputPerMillion: 3.96, currency: 'USD' },
  },
];

export const unknownDeepSeekModel = { ...common, supportsImages: false };

/** Models that think less when asked for `low`; for the others it means `high`. */
export const modelsWithLowEffort: ReadonlySet<string> = new Set(['deepseek-flash']);
