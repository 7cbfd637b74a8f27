import type { MetonaModelInfo } from '@/lib/ir';

function describe(id: string, displayName: string, supportsThinking = false): MetonaModelInfo {
  return {
    id,
    providerId: 'mock',
    displayName,
    contextWindow: 32_768,
    maxOutput: 4_096,
    supportsStreaming: true,
    supportsThinking,
    supportsImages: true,
    supportsToolCalling: true,
    supportsStructuredOutput: true,
    pricing: { inputPerMillion: 0, outputPerMillion: 0, currency: 'USD' },
  };
}

export const mockModels: readonly MetonaModelInfo[] = [
  describe('mock-1', 'Mock'),
  describe('mock-thinking', 'Mock, thinks first', true),
];

/** Scripted behaviours for tests; never offered otherwise. */
export const mockTestModels: readonly MetonaModelInfo[] = [
  describe('mock-slow', 'Mock, slow'),
  describe('mock-fail-503', 'Mock, always overloaded'),
  describe('mock-fail-401', 'Mock, refuses the key'),
  describe('mock-cut', 'Mock, breaks off'),
];
