/** One stretch of a run as the API tells it. */
export interface TraceSpan {
  readonly id?: string;
  readonly kind: string;
  readonly name: string;
  readonly step?: number;
  readonly status: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export const spanKindLabels = {
  attempt: 'chat.trace.attempt',
  tool: 'chat.trace.tool',
  wait: 'chat.trace.wait',
  permission: 'chat.trace.permission',
  compression: 'chat.trace.compression',
  switch: 'chat.trace.switch',
  other: 'chat.trace.other',
} as const;

type SpanKind = keyof typeof spanKindLabels;

export function spanKind(span: TraceSpan): SpanKind {
  return Object.hasOwn(spanKindLabels, span.kind) ? (span.kind as SpanKind) : 'other';
}

/** Amber is for waiting, red for what failed; the rest only has to be told apart. */
export function spanColor(span: TraceSpan): string {
  if (/fail|error|timed_out|unknown/.test(span.status)) return 'fill-red';
  return span.kind === 'wait' || span.kind === 'permission'
    ? 'fill-amber-fill'
    : span.kind === 'tool'
      ? 'fill-cyan'
      : 'fill-green';
}

/** From the first beginning to the last end that is known. */
export function spanTimes(spans: readonly TraceSpan[]): { from: number; until: number } {
  const starts = spans.map((span) => Date.parse(span.started_at));
  const ends = spans.map((span) => Date.parse(span.ended_at ?? span.started_at));
  return { from: Math.min(...starts), until: Math.max(...ends, ...starts) };
}
