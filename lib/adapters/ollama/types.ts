import type { JsonObject } from '@/lib/ir';

export interface WireToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: JsonObject };
}

export interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly thinking?: string;
  /** Bare base64, without the prefix of a data URI. */
  readonly images?: readonly string[];
  readonly tool_calls?: readonly WireToolCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

/** One line of a stream, or a whole answer. Nothing in it is trusted to be there. */
export interface WireLine {
  readonly model?: unknown;
  readonly message?: unknown;
  readonly done?: unknown;
  readonly done_reason?: unknown;
  readonly error?: unknown;
  readonly load_duration?: unknown;
  readonly prompt_eval_count?: unknown;
  readonly prompt_eval_duration?: unknown;
  readonly eval_count?: unknown;
  readonly eval_duration?: unknown;
}
