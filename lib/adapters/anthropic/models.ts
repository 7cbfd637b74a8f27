import { createCatalogue, type ModelFamily, type RejectedParameter } from '../shared/model-catalogue';

/**
 * How a model is told to think: not at all, by a budget of tokens, by an effort. `always`: it cannot be told not to.
 * `perhaps`: by an effort, but whether it can be told not to is not known.
 */
export type ThinkingKind = 'none' | 'budget' | 'adaptive' | 'always' | 'perhaps';

const traits = {
  contextWindow: 1_000_000,
  maxOutput: 128_000,
  supportsStreaming: true,
  supportsThinking: true,
  supportsImages: true,
  supportsToolCalling: true,
  supportsStructuredOutput: true,
} as const;
const efforts = { low: 'low', medium: 'medium', high: 'high', max: 'max' } as const;
const sampling: readonly RejectedParameter[] = ['temperature', 'topP'];

interface ClaudeFamily extends ModelFamily {
  readonly thinking: ThinkingKind;
}

/** From old to new; whatever is not listed is newer than this list. */
const families: readonly [...ClaudeFamily[], ClaudeFamily] = [
  {
    pattern: /^claude-(3-(opus|haiku|sonnet-2)|2|instant)/,
    thinking: 'none',
    traits: {
      ...traits,
      contextWindow: 200_000,
      maxOutput: 4_096,
      supportsThinking: false,
      supportsStructuredOutput: false,
    },
    efforts: null,
    rejects: [],
  },
  {
    pattern: /^claude-3-5/,
    thinking: 'none',
    traits: {
      ...traits,
      contextWindow: 200_000,
      maxOutput: 8_192,
      supportsThinking: false,
      supportsStructuredOutput: false,
    },
    efforts: null,
    rejects: [],
  },
  {
    pattern: /^claude-(opus-4(-0|-2|$)|3-7|sonnet-4(-0|-2|$))/,
    thinking: 'budget',
    traits: { ...traits, contextWindow: 200_000, maxOutput: 32_000, supportsStructuredOutput: false },
    efforts: null,
    rejects: [],
  },
  {
    pattern: /^claude-opus-4-1/,
    thinking: 'budget',
    traits: { ...traits, contextWindow: 200_000, maxOutput: 32_000 },
    efforts: null,
    rejects: [],
  },
  {
    pattern: /^claude-(haiku|sonnet|opus)-4-5/,
    thinking: 'budget',
    traits: { ...traits, contextWindow: 200_000, maxOutput: 64_000 },
    efforts: null,
    rejects: [],
  },
  { pattern: /^claude-(haiku|sonnet|opus)-4-6/, thinking: 'adaptive', traits, efforts, rejects: [] },
  { pattern: /^claude-(opus-5-5|sonnet-5-5|fable)/, thinking: 'always', traits, efforts, rejects: sampling },
  {
    pattern: /^claude-(opus-(4-[78]|5)|sonnet-5|haiku-5)/,
    thinking: 'adaptive',
    traits,
    efforts,
    rejects: sampling,
  },
  { pattern: /^/, thinking: 'perhaps', traits, efforts, rejects: sampling },
];

export function thinkingKindOf(model: string): ThinkingKind {
  return families.find(({ pattern }) => pattern.test(model))?.thinking ?? 'perhaps';
}

const usd = (input: number, output: number) => ({ input, output, currency: 'USD', asOf: '2026-11-30' });

export const claudeCatalogue = createCatalogue({
  providerId: 'anthropic',
  families,
  listed: [
    { id: 'claude-sonnet-5-5', displayName: 'Claude Sonnet 5.5', price: usd(2, 10) },
    { id: 'claude-opus-5-5', displayName: 'Claude Opus 5.5', price: usd(4, 20) },
    // Its price begins at a figure that does not hold for every request, so none is given.
    { id: 'claude-haiku-5-5', displayName: 'Claude Haiku 5.5' },
    { id: 'claude-fable-5-2', displayName: 'Claude Fable 5.2', price: usd(8, 40) },
    { id: 'claude-opus-5', displayName: 'Claude Opus 5', price: usd(5, 25) },
    { id: 'claude-haiku-4-5', displayName: 'Claude Haiku 4.5', price: usd(1, 5) },
  ],
});
