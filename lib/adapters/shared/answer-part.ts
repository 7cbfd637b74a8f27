import type { MetonaError, MetonaFinishReason, MetonaPerfStats, MetonaTokenUsage } from '@/lib/ir';
import type { ToolCallFragment } from './tool-call-buffer';

/** What a translator makes of the wire: the IR without envelope, order and pairing, which the recorder adds. */
export type AnswerPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  | { readonly type: 'call_fragments'; readonly fragments: readonly ToolCallFragment[] }
  | { readonly type: 'whole_call'; readonly call: ToolCallFragment }
  | { readonly type: 'usage'; readonly usage: MetonaTokenUsage }
  | { readonly type: 'performance'; readonly stats: MetonaPerfStats }
  | { readonly type: 'model'; readonly model: string }
  /** What must go back to this provider unchanged when the conversation goes on. */
  | { readonly type: 'provider_state'; readonly data: unknown }
  /** The provider's own word for why it stopped, beside what it means. */
  | { readonly type: 'finish'; readonly reason: MetonaFinishReason; readonly word?: string }
  /** The wire's end marker. */
  | { readonly type: 'end' }
  | { readonly type: 'fault'; readonly error: MetonaError };
