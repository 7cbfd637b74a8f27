import type { PlainMessageKey, Translate } from '@/lib/i18n';
import type { TraceCost, TraceSpan, TraceSpanOf } from '@/lib/ir';

type SpanKind = TraceSpan['kind'];

const kindLabels = {
  attempt: 'trace.attempt',
  tool: 'trace.tool',
  wait: 'trace.wait',
  compression: 'trace.compression',
  switch: 'trace.switch',
  backoff: 'trace.backoff',
} as const satisfies Record<Exclude<SpanKind, 'pause'>, PlainMessageKey>;

const pauseLabels = {
  queue: 'trace.pauseReason.queue',
  interrupted: 'trace.pauseReason.interrupted',
} as const satisfies Record<TraceSpanOf<'pause'>['detail']['reason'], PlainMessageKey>;

export function spanLabel(span: TraceSpan, t: Translate): string {
  if (span.kind === 'pause') return t(pauseLabels[span.detail.reason]);
  const isSummary = span.kind === 'attempt' && span.detail.purpose === 'summary';
  return t(isSummary ? 'trace.summaryAttempt' : kindLabels[span.kind]);
}

/** The states of attempts, calls and waits in words that are used elsewhere already. */
const statusLabels = {
  open: 'chat.tool.running',
  running: 'chat.tool.running',
  executing: 'chat.tool.running',
  abandoned: 'trace.abandoned',
  done: 'chat.tool.done',
  completed: 'chat.tool.done',
  succeeded: 'chat.tool.done',
  failed: 'chat.tool.failed',
  invalid: 'chat.tool.failed',
  timed_out: 'chat.tool.failed',
  cancelled: 'chat.tool.cancelled',
  denied: 'chat.tool.denied',
  outcome_unknown: 'chat.tool.unknown',
  queued: 'chat.tool.queued',
  ready: 'chat.tool.queued',
  proposed: 'chat.tool.queued',
  awaiting_permission: 'chat.tool.awaiting',
  waiting_permission: 'chat.tool.awaiting',
  allowed_once: 'chat.permission.allowed_once',
  allowed_session: 'chat.permission.allowed_session',
  expired: 'chat.permission.expired',
} as const satisfies Record<string, PlainMessageKey>;

const isKnown = (status: string): status is keyof typeof statusLabels => Object.hasOwn(statusLabels, status);

export function statusText(status: string, t: Translate): string {
  return isKnown(status) ? t(statusLabels[status]) : status;
}

export function spanStatus(span: TraceSpan, t: Translate): string {
  return span.kind === 'wait' && span.status === 'open' ? t('chat.permission.open') : statusText(span.status, t);
}

const kindColors: Readonly<Record<SpanKind, string>> = {
  attempt: 'fill-green',
  tool: 'fill-cyan',
  wait: 'fill-amber-fill',
  compression: 'fill-dim',
  switch: 'fill-orange',
  backoff: 'fill-faint',
  pause: 'fill-edge',
};

/** Amber is for waiting, red for what failed; the rest only has to be told apart. */
export function spanColor(span: TraceSpan): string {
  return hasFailed(span) ? 'fill-red' : kindColors[span.kind];
}

export function hasFailed({ status }: TraceSpan): boolean {
  return /fail|invalid|timed_out|unknown|abandoned/.test(status);
}

export function spanAnchor(id: string): string {
  return `span-${id}`;
}

/** What belongs to a span stands right below it; everything else keeps its order. */
export function inOrder(spans: readonly TraceSpan[]): readonly TraceSpan[] {
  const known = new Set(spans.map((span) => span.id));
  const parts = Map.groupBy(spans, (span) =>
    span.parent_id !== null && known.has(span.parent_id) ? span.parent_id : '',
  );
  return (parts.get('') ?? []).flatMap((span) => [span, ...(parts.get(span.id) ?? [])]);
}

/** The cost of all calls of models, one sum for each currency. */
export function totalCosts(spans: readonly TraceSpan[]): readonly TraceCost[] {
  const sums = new Map<string, number>();
  for (const span of spans) {
    if (span.kind !== 'attempt' || span.detail.cost === null) continue;
    const { currency, amount } = span.detail.cost;
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
