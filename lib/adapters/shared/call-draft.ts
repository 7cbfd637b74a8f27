import type { MetonaRequest, MetonaToolDef } from '@/lib/ir';
import type { HistoryTurn } from './repair-history';
import type { ToolNameCodec } from './tool-name-codec';

/** How a call is to be written, whatever the provider's words. */
export interface CallContext {
  readonly codec: ToolNameCodec;
  readonly tools: readonly MetonaToolDef[];
  readonly turns: readonly HistoryTurn[];
  readonly isStreaming: boolean;
}

/** One call before it is written in the provider's words. */
export interface CallDraft extends CallContext {
  readonly request: MetonaRequest;
}
