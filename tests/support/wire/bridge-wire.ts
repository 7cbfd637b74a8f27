import type { WireServer } from './wire-server';

export type FinishKind = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'strange';

/** What a model says, in the bytes of one provider's stream. */
export interface BridgeWire {
  readonly start: readonly string[];
  text(text: string): string;
  reasoning(text: string): string;
  /** A call: its place, its id and its name; its arguments in pieces, joined where the protocol knows no pieces. */
  call(opening: readonly [number, string, string], ...args: readonly string[]): readonly string[];
  /** With a usage of 30 in, 20 of them cached, and 12 out, 5 of them for thinking. */
  finish(kind: FinishKind): readonly string[];
  /** The provider's own word for it. */
  word(kind: FinishKind): string;
  /** A failure reported within the stream. */
  error(code: string, message: string): string;
  readonly end: readonly string[];
}

/** A provider of the bridge together with a server that speaks as it does. */
export interface BridgeSubject {
  readonly providerId: string;
  readonly model: string;
  readonly key: string;
  readonly wire: BridgeWire;
  readonly isModelCall: (path: string) => boolean;
  readonly start: () => Promise<WireServer>;
}
