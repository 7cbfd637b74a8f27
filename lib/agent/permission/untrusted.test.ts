import { describe, expect, it } from 'vitest';
import type { MetonaStoredMessage, MetonaToolCategory, MetonaToolResult } from '@/lib/ir';
import { isTainted, labelResult } from './untrusted';

const result: MetonaToolResult = {
  toolCallId: 'tc_1',
  toolName: 'box.open',
  result: 'text',
  success: true,
  durationMs: 1,
  timestamp: 0,
};
const def = (category: MetonaToolCategory, returnsUntrusted?: boolean) => ({
  name: 'box.open',
  description: '',
  parameters: { type: 'object' as const, properties: {} },
  category,
  riskLevel: 'safe' as const,
  requiresPermission: false,
  timeoutMs: 1,
  ...(returnsUntrusted !== undefined && { returnsUntrusted }),
});
const message = (more: Partial<MetonaStoredMessage>): MetonaStoredMessage => ({
  id: 'msg_1',
  parentId: null,
  runId: null,
  role: 'tool',
  content: '',
  timestamp: 0,
  ...more,
});

describe('text of strangers', () => {
  it('is what tools of the network, of other servers and of files return, and what a tool says is', () => {
    for (const category of ['network', 'mcp', 'filesystem'] as const) {
      expect(labelResult(result, def(category)).untrusted).toBe(true);
      expect(labelResult(result, def(category, false)).untrusted).toBe(true);
    }
    expect(labelResult(result, def('database', true)).untrusted).toBe(true);
    expect(labelResult(result, def('database'))).toEqual(result);
  });

  it('is in a conversation as soon as one of its messages is marked', () => {
    const plain = [message({ role: 'user', content: 'hello' }), message({ toolResult: result })];
    expect(isTainted(plain)).toBe(false);
    expect(isTainted([...plain, message({ toolResult: { ...result, untrusted: true } })])).toBe(true);
    expect(isTainted([message({ role: 'user', origin: 'share' }), ...plain])).toBe(true);
    expect(isTainted([])).toBe(false);
  });
});
