import { describe, expect, it } from 'vitest';
import { estimateMessageTokens, estimateTextTokens } from './estimate-tokens';

describe('estimateTextTokens', () => {
  it('is about right for English, Chinese and nothing at all', () => {
    expect(estimateTextTokens('')).toBe(0);
    expect(estimateTextTokens('The quick brown fox jumps over the lazy dog.')).toBe(11);
    expect(estimateTextTokens('今天天气很好')).toBe(5);
    expect(estimateTextTokens('日本 and 中国')).toBe(5);
  });
});

describe('estimateMessageTokens', () => {
  it('counts everything a message sends', () => {
    const bare = estimateMessageTokens({ role: 'user', content: '' });
    const call = { id: 'tc_1', name: 'box.read', args: { text: 'x'.repeat(400) }, iteration: 1, timestamp: 0 };
    const result = {
      toolCallId: 'tc_1',
      toolName: 'box.read',
      result: 'y'.repeat(40_000),
      summary: 'z'.repeat(400),
      success: true,
      durationMs: 1,
      timestamp: 0,
    };
    const parts: Parameters<typeof estimateMessageTokens>[0][] = [
      { role: 'assistant', content: 'x'.repeat(400) },
      { role: 'assistant', content: '', reasoningContent: 'x'.repeat(400) },
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', content: '', toolResult: result },
    ];
    for (const part of parts) {
      const tokens = estimateMessageTokens(part);
      expect(tokens - bare).toBeGreaterThanOrEqual(100);
      expect(tokens - bare).toBeLessThan(115);
    }
    const image = { url: 'https://example.org/a.png' };
    expect(estimateMessageTokens({ role: 'user', content: '', images: [image, image] }) - bare).toBe(1_600);
  });
});
