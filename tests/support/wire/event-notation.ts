import type { MetonaResponse, MetonaStreamEvent } from '@/lib/ir';

type Fields = Record<string, unknown>;
/** Events in short: what kind, and what it holds. */
export type Token = readonly [kind: string, ...details: readonly unknown[]];

export const thinks: Token = ['thinking_start'];
export const thought: Token = ['thinking_end'];
export const says = (text: string): Token => ['text', text];
export const reasons = (text: string): Token => ['reasoning', text];
export const calls = (name: string, args: Fields): Token => ['call', name, args];
export const spends = (input: number, output: number, more: Fields = {}): Token => [
  'usage',
  { inputTokens: input, outputTokens: output, totalTokens: input + output, ...more },
];
export const ends = (reason: string): Token => ['done', reason];
export const fails = (code: string, retryable: boolean, providerCode?: string): Token => [
  'error',
  code,
  retryable,
  providerCode,
];

/** Neighbouring deltas of one kind count as one; pieces of calls are looked at elsewhere. */
export function tokensOf(events: readonly MetonaStreamEvent[]): Token[] {
  const tokens: [string, ...unknown[]][] = [];
  const append = (kind: string, text: string) => {
    const last = tokens.at(-1);
    if (last?.[0] === kind) last[1] = String(last[1]) + text;
    else tokens.push([kind, text]);
  };
  for (const event of events) {
    switch (event.type) {
      case 'text_delta':
        append('text', event.delta);
        break;
      case 'reasoning_delta':
        append('reasoning', event.delta);
        break;
      case 'tool_call_delta':
        break;
      case 'tool_call_complete':
        tokens.push(['call', event.toolCall.name, event.toolCall.args]);
        break;
      case 'usage':
        tokens.push(['usage', event.usage]);
        break;
      case 'done':
        tokens.push(['done', event.finishReason]);
        break;
      case 'error':
        tokens.push(['error', event.error.code, event.error.retryable, event.error.providerCode]);
        break;
      default:
        tokens.push([event.type]);
    }
  }
  return tokens;
}

function collect(events: readonly MetonaStreamEvent[], type: 'text_delta' | 'reasoning_delta'): string {
  return events.map((event) => (event.type === type && 'delta' in event ? event.delta : '')).join('');
}

/** What holds for every stream, whatever it says; the broken rules by name. */
export function brokenRules(events: readonly MetonaStreamEvent[], response: MetonaResponse): string[] {
  const kinds = events.map((event) => event.type);
  const terminal = kinds.findIndex((kind) => kind === 'done' || kind === 'error');
  const usageAt = kinds.indexOf('usage');
  const completed = events.flatMap((event) => (event.type === 'tool_call_complete' ? [event.toolCall] : []));
  const last = events.at(-1);
  let isThinking = false;
  let isPaired = true;
  for (const kind of kinds) {
    if (kind === 'thinking_start' || kind === 'thinking_end') {
      isPaired &&= isThinking === (kind === 'thinking_end');
      isThinking = kind === 'thinking_start';
    } else isPaired &&= (kind === 'reasoning_delta') === isThinking;
  }
  const rules: readonly (readonly [string, boolean])[] = [
    ['seq counts from 0 without gaps', events.every((event, index) => event.seq === index)],
    ['one terminal event, the last', terminal === events.length - 1],
    [
      'usage once, right before done',
      usageAt === -1 || (usageAt === terminal - 1 && kinds.lastIndexOf('usage') === usageAt),
    ],
    ['no empty delta', events.every((event) => !('delta' in event) || event.delta !== '')],
    ['thinking is paired and holds reasoning only', isPaired && !isThinking],
    ['text equals the response', collect(events, 'text_delta') === response.content],
    ['reasoning equals the response', collect(events, 'reasoning_delta') === (response.reasoningContent ?? '')],
    ['calls equal the response', JSON.stringify(completed) === JSON.stringify(response.toolCalls ?? [])],
    ['minted ids', completed.every((call) => call.id.startsWith('tc_'))],
    [
      'the end equals the response',
      last?.type === 'error'
        ? response.finishReason === 'error' && last.error === response.error && completed.length === 0
        : last?.type === 'done' && last.finishReason === response.finishReason,
    ],
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}
