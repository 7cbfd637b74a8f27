import type { JsonObject } from '@/lib/ir';

/** Tokens a prompt was estimated to take, and those the server was asked to hold. */
export interface PromptSize {
  readonly estimate: number;
  readonly window: number;
}

const charsPerToken = 4;
const wideTokens = 0.7;
const wide = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/g;
/** A count below this share of an estimate is more than an estimate can be wrong by. */
const sureShare = 0.6;
/** A prompt that fills the window to here was cut to it: a whole one would leave no room for an answer. */
const fullShare = 0.99;

/** What the model reads of a request: its messages and tools; images are not counted. */
export function measurePrompt({ messages, tools = [] }: JsonObject, window: number): PromptSize {
  const text = JSON.stringify([messages, tools], (key, value: unknown) => (key === 'images' ? undefined : value));
  const wideChars = text.match(wide)?.length ?? 0;
  return { estimate: Math.ceil((text.length - wideChars) / charsPerToken + wideChars * wideTokens), window };
}

/**
 * Whether the server dropped the beginning of a prompt without saying so. Servers that leave out what they had cached
 * count less, so a small count alone proves nothing: the prompt must not have fitted either.
 */
export function wasCut({ estimate, window }: PromptSize, counted: number): boolean {
  return counted >= fullShare * window || (estimate > window && counted < sureShare * estimate);
}
