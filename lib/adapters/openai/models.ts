import { createCatalogue, type ModelFamily } from '../shared/model-catalogue';

const conversing = {
  supportsStreaming: true,
  supportsThinking: false,
  supportsImages: true,
  supportsToolCalling: true,
  supportsStructuredOutput: true,
} as const;
const reasoning = { ...conversing, supportsThinking: true, contextWindow: 400_000, maxOutput: 128_000 } as const;

const upToHigh = { low: 'low', medium: 'medium', high: 'high', max: 'high' } as const;
const rejects = ['stopSequences'] as const;

const reasoningFamilies: readonly ModelFamily[] = [
  { pattern: /^(gpt-5\.([6-9]|\d\d)|gpt-[6-9])/, traits: reasoning, efforts: { ...upToHigh, max: 'max' }, rejects },
  { pattern: /^gpt-5\.[2-5]/, traits: reasoning, efforts: { ...upToHigh, max: 'xhigh' }, rejects },
  { pattern: /^gpt-5/, traits: reasoning, efforts: upToHigh, rejects },
  {
    pattern: /^o\d/,
    traits: { ...reasoning, contextWindow: 200_000, maxOutput: 100_000 },
    efforts: upToHigh,
    rejects,
  },
];

/** Sizes are not published with the list of models: those given are the smallest of their family. */
export const openAiCatalogue = createCatalogue({
  providerId: 'openai',
  families: [
    {
      pattern: /^gpt-5(\.\d+)?-chat/,
      traits: { ...conversing, contextWindow: 128_000, maxOutput: 16_384 },
      efforts: null,
      rejects: ['temperature', 'topP', 'stopSequences'],
    },
    {
      pattern: /^o[13]-mini/,
      traits: { ...reasoning, supportsImages: false, contextWindow: 200_000, maxOutput: 100_000 },
      efforts: upToHigh,
      rejects,
    },
    ...reasoningFamilies,
    {
      pattern: /^gpt-4\.1/,
      traits: { ...conversing, contextWindow: 1_047_576, maxOutput: 32_768 },
      efforts: null,
      rejects: [],
    },
    {
      pattern: /^gpt-4(-\d|$)/,
      traits: { ...conversing, supportsImages: false, contextWindow: 8_192, maxOutput: 8_192 },
      efforts: null,
      rejects: [],
    },
    {
      pattern: /^gpt-3\.5/,
      traits: { ...conversing, supportsImages: false, contextWindow: 16_385, maxOutput: 4_096 },
      efforts: null,
      rejects: [],
    },
    {
      pattern: /^/,
      traits: { ...conversing, contextWindow: 128_000, maxOutput: 16_384 },
      efforts: null,
      rejects: [],
    },
  ],
  listed: [
    {
      id: 'gpt-5.6-sol',
      displayName: 'GPT-5.6 Sol',
      price: { input: 2, output: 10, currency: 'USD', asOf: '2026-11-30' },
    },
    {
      id: 'gpt-6-astra',
      displayName: 'GPT-6 Astra',
      price: { input: 10, output: 50, currency: 'USD', asOf: '2026-11-30' },
    },
    { id: 'o4-mini', displayName: 'o4-mini' },
    { id: 'gpt-4o', displayName: 'GPT-4o' },
  ],
});
