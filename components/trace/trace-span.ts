import type { PlainMessageKey, Translate } from '@/lib/i18n';

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

/** The states of attempts, calls and waits in words that are used elsewhere already. */
const statusLabels: Readonly<Record<string, PlainMessageKey>> = {
  running: 'chat.tool.running',
  executing: 'chat.tool.running',
  done: 'chat.tool.done',
  completed: 'chat.tool.done',
  succeeded: 'chat.tool.done',
  failed: 'chat.tool.failed',
  invalid: 'chat.tool.failed',
  timed_out: 'chat.tool.failed',
  cancelled: 'chat.tool.cancelled',
  denied: 'chat.tool.denied',
  outcome_unknown: 'chat.tool.unknown',
  ready: 'chat.tool.queued',
  proposed: 'chat.tool.queued',
  awaiting_permission: 'chat.tool.awaiting',
  open: 'chat.permission.open',
  allowed_once: 'chat.permission.allowed_once',
  allowed_session: 'chat.permission.allowed_session',
  expired: 'chat.permission.expired',
};

export function spanStatus(span: TraceSpan, t: Translate): string {
  const key = Object.hasOwn(statusLabels, span.status) ? statusLabels[span.status] : undefined;
  return key === undefined ? span.status : t(key);
}

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
