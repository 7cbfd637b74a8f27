import { createCatalogue, type ModelFamily } from '../shared/model-catalogue';

const conversing = {
  supportsStreaming: true,
  supportsThinking: false,
  supportsImages: true,
  supportsToolCalling: true,
  supportsStructuredOutput: true,
} as const;
const thinking = { ...conversing, supportsThinking: true } as const;
const upToHigh = { low: 'low', medium: 'medium', high: 'high', max: 'high' } as const;

/** For ids nobody knows: sizes that are wrong on the safe side; whether it sees or calls is the provider's to say. */
const unknown: ModelFamily = {
  pattern: /^/,
  traits: { ...conversing, contextWindow: 131_072, maxOutput: 8_192 },
  efforts: null,
  rejects: [],
};

export const googleCatalogue = createCatalogue({
  providerId: 'google',
  families: [
    {
      pattern: /^gemini-(2\.5|[3-9])/,
      traits: { ...thinking, contextWindow: 1_048_576, maxOutput: 65_536 },
      efforts: upToHigh,
      rejects: [],
    },
    {
      pattern: /^gemini-2\.0/,
      traits: { ...conversing, contextWindow: 1_048_576, maxOutput: 8_192 },
      efforts: null,
      rejects: [],
    },
    unknown,
  ],
  listed: [
    {
      id: 'gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      price: { input: 0.75, output: 3.75, currency: 'USD', asOf: '2026-11-30' },
    },
    {
      id: 'gemini-4-carbon',
      displayName: 'Gemini 4 Carbon',
      price: { input: 4, output: 20, currency: 'USD', asOf: '2026-12-01' },
    },
    {
      id: 'gemini-4-argon',
      displayName: 'Gemini 4 Argon',
      price: { input: 4, output: 20, currency: 'USD', asOf: '2026-12-01' },
    },
    { id: 'gemini-3.5-flash-lite', displayName: 'Gemini 3.5 Flash Lite' },
  ],
});

export const mistralCatalogue = createCatalogue({
  providerId: 'mistral',
  families: [
    {
      pattern: /^mistral-(medium|small)/,
      traits: { ...thinking, contextWindow: 262_144, maxOutput: 32_768 },
      efforts: { low: 'high', medium: 'high', high: 'high', max: 'high' },
      rejects: [],
    },
    {
      pattern: /^magistral/,
      traits: { ...thinking, contextWindow: 128_000, maxOutput: 32_768 },
      efforts: null,
      rejects: [],
    },
    { ...unknown, pattern: /^codestral/, traits: { ...unknown.traits, supportsImages: false } },
    unknown,
  ],
  listed: [
    {
      id: 'mistral-medium-latest',
      displayName: 'Mistral Medium',
      price: { input: 1.5, output: 7.5, currency: 'USD', asOf: '2026-11-30' },
    },
    { id: 'mistral-large-latest', displayName: 'Mistral Large' },
    { id: 'mistral-small-latest', displayName: 'Mistral Small' },
    { id: 'magistral-medium-latest', displayName: 'Magistral Medium' },
  ],
});

export const xaiCatalogue = createCatalogue({
  providerId: 'xai',
  families: [
    {
      pattern: /-non-reasoning/,
      traits: { ...conversing, contextWindow: 1_000_000, maxOutput: 32_768 },
      efforts: null,
      rejects: ['stopSequences'],
    },
    {
      pattern: /^grok-4\.(3|20)/,
      traits: { ...thinking, contextWindow: 1_000_000, maxOutput: 32_768 },
      efforts: upToHigh,
      rejects: ['stopSequences'],
    },
    {
      pattern: /^grok/,
      traits: { ...thinking, contextWindow: 500_000, maxOutput: 32_768 },
      efforts: { ...upToHigh, max: 'xhigh' },
      rejects: ['stopSequences'],
    },
    { ...unknown, rejects: ['stopSequences'] },
  ],
  listed: [
    {
      id: 'grok-4.6',
      displayName: 'Grok 4.6',
      price: { input: 2, output: 6, currency: 'USD', asOf: '2026-11-30' },
    },
    { id: 'grok-4.5', displayName: 'Grok 4.5', price: { input: 2, output: 6, currency: 'USD', asOf: '2026-07-09' } },
    { id: 'grok-4.3', displayName: 'Grok 4.3' },
  ],
});

export const groqCatalogue = createCatalogue({
  providerId: 'groq',
  families: [
    {
      pattern: /gpt-oss/,
      traits: { ...thinking, supportsImages: false, contextWindow: 131_072, maxOutput: 32_768 },
      efforts: upToHigh,
      rejects: [],
    },
    {
      pattern: /^qwen\//,
      traits: { ...thinking, contextWindow: 131_072, maxOutput: 32_768 },
      efforts: null,
      rejects: [],
    },
    unknown,
  ],
  listed: [
    { id: 'openai/gpt-oss-120b', displayName: 'GPT-OSS 120B' },
    { id: 'openai/gpt-oss-20b', displayName: 'GPT-OSS 20B' },
  ],
});

/** It routes to the models of others; what each can do is in its own list. */
export const openRouterCatalogue = createCatalogue({
  providerId: 'openrouter',
  families: [
    {
      pattern: /^google\/gemini-(2\.5|[3-9])/,
      traits: { ...thinking, contextWindow: 1_048_576, maxOutput: 65_536 },
      efforts: upToHigh,
      rejects: [],
    },
    {
      pattern: /^openai\/gpt-oss/,
      traits: { ...thinking, supportsImages: false, contextWindow: 131_072, maxOutput: 32_768 },
      efforts: upToHigh,
      rejects: [],
    },
    { ...unknown, traits: { ...unknown.traits, supportsThinking: true }, efforts: upToHigh },
  ],
  listed: [
    {
      id: 'google/gemini-3.8-flash',
      displayName: 'Gemini 3.8 Flash',
      price: { input: 0.75, output: 3.75, currency: 'USD', asOf: '2026-11-30' },
    },
    { id: 'google/gemini-4-carbon', displayName: 'Gemini 4 Carbon' },
    { id: 'openai/gpt-oss-120b', displayName: 'GPT-OSS 120B' },
  ],
});
