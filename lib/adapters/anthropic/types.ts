import type { JsonObject } from '@/lib/ir';

export type WireImageSource =
  | { readonly type: 'base64'; readonly media_type: string; readonly data: string }
  | { readonly type: 'url'; readonly url: string };

export type WireThinkingBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string };

export type WireBlock =
  | WireThinkingBlock
  | { readonly type: 'text'; readonly text: string; readonly cache_control?: { readonly type: 'ephemeral' } }
  | { readonly type: 'image'; readonly source: WireImageSource }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: JsonObject }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly content: string;
      readonly is_error?: true;
    };

export interface WireMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly WireBlock[];
}

export type WireRequest = JsonObject & {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: readonly WireMessage[];
  readonly stream: boolean;
};

/** One event of a stream, or a whole answer. Nothing in it is trusted to be there. */
export interface WireEvent {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly message?: unknown;
  readonly content_block?: unknown;
  readonly delta?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
  readonly model?: unknown;
  readonly content?: unknown;
  readonly stop_reason?: unknown;
}
