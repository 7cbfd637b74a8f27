'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import type { TraceSpan, TraceSpanOf } from '@/lib/ir';
import { assertNever } from '@/lib/ir/assert-never';
import { errorCodeOf } from '../chat/error-code';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';

const skipReasons = {
  same_key: 'trace.skippedReason.same_key',
  resting: 'trace.skippedReason.resting',
  no_tools: 'trace.skippedReason.no_tools',
  no_images: 'trace.skippedReason.no_images',
  window_too_small: 'trace.skippedReason.window_too_small',
  not_usable: 'trace.skippedReason.not_usable',
} as const satisfies Record<string, PlainMessageKey>;

function isSkipReason(reason: string): reason is keyof typeof skipReasons {
  return Object.hasOwn(skipReasons, reason);
}

type Skipped = NonNullable<TraceSpanOf<'attempt'>['detail']['skipped']>;

/** Which fallbacks were passed over, each with its reason. */
export function PassedOver({ skipped }: { skipped: Skipped }) {
  const t = useT();
  return skipped.map(({ provider, model, reason }) => (
    <span key={`${provider}/${model}`} data-testid="trace-skipped" className="break-words text-dim">
      {t('trace.skipped', {
        model: `${provider}/${model}`,
        reason: isSkipReason(reason) ? t(skipReasons[reason]) : reason,
      })}
    </span>
  ));
}

/** What matters most about a span, below its name. */
export function SpanFacts({ span }: { span: TraceSpan }) {
  switch (span.kind) {
    case 'attempt':
      return <AttemptFacts span={span} />;
    case 'compression':
      return <FoldFacts span={span} />;
    case 'switch':
      return <BecauseFacts because={span.detail.because} />;
    case 'backoff':
      return <BecauseFacts because={span.detail.error?.code ?? null} />;
    case 'pause':
    case 'tool':
    case 'wait':
      return null;
    default:
      return assertNever(span);
  }
}

const line = '[grid-area:facts] flex flex-col gap-0.5 text-xs';

function AttemptFacts({ span }: { span: TraceSpanOf<'attempt'> }) {
  const t = useT();
  const format = useFormat();
  const { error, skipped = [], usage, cost, first_token_at } = span.detail;
  const facts = [
    first_token_at !== null &&
      t('trace.firstToken', { time: format.duration(Date.parse(first_token_at) - Date.parse(span.started_at)) }),
    usage !== null &&
      usage.totalTokens > 0 &&
      t('trace.tokensBoth', { input: format.number(usage.inputTokens), output: format.number(usage.outputTokens) }),
    cost !== null && cost.amount > 0 && format.money(cost.amount, cost.currency),
  ].filter((fact) => fact !== false);
  if (error === null && skipped.length === 0 && facts.length === 0) return null;
  return (
    <span className={line}>
      {facts.length > 0 && <span className="text-faint tabular-nums">{facts.join(' · ')}</span>}
      {error !== null && <span className="text-red">{errorText(t, error.code)}</span>}
      <PassedOver skipped={skipped} />
    </span>
  );
}

function FoldFacts({ span }: { span: TraceSpanOf<'compression'> }) {
  const t = useT();
  const format = useFormat();
  const { messages_folded: count, before_tokens: before, after_tokens: after } = span.detail;
  if (span.ended_at === null) return null;
  const text =
    count === null || before === null || after === null
      ? t('trace.notFolded')
      : t('trace.folded', { count, before: format.number(before), after: format.number(after) });
  return <span className={`${line} text-faint tabular-nums`}>{text}</span>;
}

/** Why it was not the same model at once. */
function BecauseFacts({ because }: { because: string | null }) {
  const t = useT();
  const code = because === null ? null : errorCodeOf(because);
  const text = code === null ? because : errorText(t, code);
  return text === null ? null : <span className={`${line} text-dim`}>{text}</span>;
}
