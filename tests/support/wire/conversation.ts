import type { MetonaMessage, MetonaToolCall, MetonaToolDef } from '@/lib/ir';

const at = 1_796_000_000_000;

export function tool(name: string): MetonaToolDef {
  return {
    name,
    description: `The tool ${name}`,
    parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
    category: 'custom',
    riskLevel: 'safe',
    requiresPermission: false,
    timeoutMs: 1000,
  };
}

export const user = (content: string, more: Partial<MetonaMessage> = {}): MetonaMessage => ({
  role: 'user',
  content,
  timestamp: at,
  ...more,
});

export function call(id: string, name: string, more: Partial<MetonaToolCall> = {}): MetonaToolCall {
  return { id, name, args: { q: 'A' }, iteration: 1, timestamp: at, ...more };
}

export function assistant(
  content: string,
  toolCalls: MetonaToolCall[] = [],
  more: Partial<MetonaMessage> = {},
): MetonaMessage {
  return { role: 'assistant', content, timestamp: at, ...(toolCalls.length > 0 && { toolCalls }), ...more };
}

export function result(toolCallId: string, summary: string, success = true): MetonaMessage {
  const toolResult = { toolCallId, toolName: 'any', result: summary, summary, success, durationMs: 1, timestamp: at };
  return { role: 'tool', content: '', timestamp: at, toolResult };
}
