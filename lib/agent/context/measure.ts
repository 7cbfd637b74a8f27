import { buildContext, COMPRESS_ABOVE, type ContextSources } from './build';

/** Tokens that each part of a context takes, all by the same estimate, and where older turns would be folded. */
export interface ContextMeasure {
  readonly system: number;
  readonly tools: number;
  readonly files: number;
  readonly memories: number;
  readonly history: number;
  readonly used: number;
  readonly window: number;
  readonly foldAbove: number;
  readonly willFold: boolean;
}

/** What one step would send, taken apart: each part is what the whole grows by when it comes in. */
export function measureContext({
  reminder,
  briefing,
  memories,
  tools,
  history,
  ...base
}: ContextSources): ContextMeasure {
  const size = (more: Partial<ContextSources>) =>
    buildContext({ ...base, tools: [], history: [], ...more }).estimatedTokens;
  const withTools = { tools, ...(briefing !== undefined && { briefing }) };
  const withFiles = { ...withTools, ...(reminder !== undefined && { reminder }) };
  const whole = buildContext({ ...base, ...withFiles, history, ...(memories && { memories }) });
  const [system, tooled, noted, said] = [size({}), size(withTools), size(withFiles), size({ ...withFiles, history })];
  return {
    system,
    tools: tooled - system,
    files: noted - tooled,
    history: said - noted,
    memories: whole.estimatedTokens - said,
    used: whole.estimatedTokens,
    window: base.contextWindow,
    foldAbove: Math.floor(COMPRESS_ABOVE * base.contextWindow),
    willFold: whole.needsCompression,
  };
}
