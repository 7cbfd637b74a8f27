import { createCatalogue } from '../shared/model-catalogue';

const traits = {
  contextWindow: 524_288,
  maxOutput: 65_536,
  supportsStreaming: true,
  supportsThinking: true,
  supportsImages: true,
  supportsToolCalling: true,
  supportsStructuredOutput: false,
} as const;

/** What the model costs is not settled between its sources, so no price is given. */
export const agnesCatalogue = createCatalogue({
  providerId: 'agnes-ai',
  families: [
    {
      pattern: /^agnes-(1\.5|2\.0)/,
      traits: { ...traits, contextWindow: 262_144, supportsImages: false, supportsStructuredOutput: true },
      efforts: null,
      rejects: [],
    },
    { pattern: /^/, traits, efforts: null, rejects: [] },
  ],
  listed: [
    { id: 'agnes-3.0-flash', displayName: 'Agnes 3.0 Flash' },
    { id: 'agnes-2.5-flash', displayName: 'Agnes 2.5 Flash' },
  ],
});
