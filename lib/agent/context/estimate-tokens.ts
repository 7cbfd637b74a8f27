import type { MetonaMessage, MetonaStoredMessage } from '@/lib/ir';

const CHARS_PER_TOKEN = 4;
const WIDE_TOKENS = 0.7;
const IMAGE_TOKENS = 800;
const MESSAGE_OVERHEAD = 4;
const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/g;

/** A rough count, good to some tens of percent: four Latin characters or about 1.4 CJK characters make a token. */
export function estimateTextTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / CHARS_PER_TOKEN + wide * WIDE_TOKENS);
}

type Countable = Omit<MetonaMessage, 'id' | 'timestamp'> & Pick<MetonaStoredMessage, 'tokenEstimate'>;

/** What one message adds to a request: its text, thinking, calls, result and images; counted once, when it is stored. */
export function estimateMessageTokens(message: Countable): number {
  if (message.tokenEstimate) return message.tokenEstimate;
  const calls = message.toolCalls
    ? estimateTextTokens(JSON.stringify(message.toolCalls.map(({ name, args }) => ({ name, args }))))
    : 0;
  const result = message.toolResult
    ? estimateTextTokens(message.toolResult.summary ?? message.toolResult.error ?? '')
    : 0;
  const text = estimateTextTokens(message.content) + estimateTextTokens(message.reasoningContent ?? '');
  return MESSAGE_OVERHEAD + text + calls + result + (message.images?.length ?? 0) * IMAGE_TOKENS;
}
