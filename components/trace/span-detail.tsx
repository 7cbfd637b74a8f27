'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import type { PermissionReason, TraceSpan, TraceSpanOf } from '@/lib/ir';
import { assertNever } from '@/lib/ir/assert-never';
import { errorCodeOf } from '../chat/error-code';
import { KeyValues } from '../chat/key-values';
import { LongText } from '../chat/long-text';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { AttemptDetail } from './attempt-detail';
import { FactList } from './fact-list';

/** Everything that is known of a span. */
export function SpanDetail({ span }: { span: TraceSpan }) {
  switch (span.kind) {
    case 'attempt':
      return <AttemptDetail span={span} />;
    case 'tool':
      return <ToolDetail span={span} />;
    case 'wait':
      return <WaitDetail span={span} />;
    case 'compression':
      return <FoldDetail span={span} />;
    case 'switch':
      return <SwitchDetail span={span} />;
    case 'backoff':
      return <BackoffDetail span={span} />;
    case 'pause':
      return <PauseDetail span={span} />;
    default:
      return assertNever(span);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function Value({ title, value }: { title: string; value: unknown }) {
  const isTable = isRecord(value) && Object.keys(value).length > 0;
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-faint text-xs">{title}</h3>
      {isTable ? (
        <KeyValues values={value} />
      ) : (
        <LongText text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
      )}
    </section>
  );
}

/** Beside what came back stands only what the envelope says about it. */
function rawResult(value: unknown): unknown {
  return isRecord(value) && value.success === true && 'result' in value ? value.result : value;
}

function ToolDetail({ span }: { span: TraceSpanOf<'tool'> }) {
  const t = useT();
  const { args, proposed_args, result, truncated } = span.detail;
  return (
    <>
      {proposed_args !== undefined && <Value title={t('trace.proposed')} value={proposed_args} />}
      <Value title={t('trace.args')} value={args} />
      {result !== null && result !== undefined && <Value title={t('trace.result')} value={rawResult(result)} />}
      {truncated && <p className="text-faint text-xs">{t('trace.cut')}</p>}
    </>
  );
}

const askedBecause: Readonly<Record<PermissionReason, PlainMessageKey>> = {
  asks_by_default: 'chat.permission.why',
  policy_confirm: 'chat.permission.becausePolicy',
  always_asks: 'chat.permission.becauseAlways',
  untrusted_content: 'chat.permission.becauseUntrusted',
  repeated_call: 'chat.permission.whyLoop',
};

const isReason = (reason: string | null): reason is PermissionReason =>
  reason !== null && Object.hasOwn(askedBecause, reason);

function WaitDetail({ span }: { span: TraceSpanOf<'wait'> }) {
  const t = useT();
  const { permission, reason, decision_reason } = span.detail;
  return (
    <FactList
      facts={[
        [t('trace.fact.permission'), <code key="permission">{permission}</code>],
        [t('trace.fact.why'), isReason(reason) ? t(askedBecause[reason]) : reason],
        [t('trace.fact.answer'), decision_reason],
      ]}
    />
  );
}

function FoldDetail({ span }: { span: TraceSpanOf<'compression'> }) {
  const t = useT();
  const format = useFormat();
  const { before_tokens, after_tokens, messages_folded } = span.detail;
  const tokens = (count: number | null) => (count === null ? null : t('trace.tokens', { count: format.number(count) }));
  return (
    <FactList
      facts={[
        [t('trace.fact.messages'), messages_folded],
        [t('trace.fact.before'), tokens(before_tokens)],
        [t('trace.fact.after'), tokens(after_tokens)],
      ]}
    />
  );
}

function PauseDetail({ span }: { span: TraceSpanOf<'pause'> }) {
  const t = useT();
  const format = useFormat();
  return <FactList facts={[[t('trace.fact.started'), format.dateTime(span.started_at)]]} />;
}

function BackoffDetail({ span }: { span: TraceSpanOf<'backoff'> }) {
  const t = useT();
  const format = useFormat();
  const { attempt, provider, model, error } = span.detail;
  const asked = error?.retryAfterMs;
  return (
    <FactList
      facts={[
        [t('trace.fact.model'), `${provider}/${model}`],
        [t('trace.fact.until'), t('trace.attemptNumber', { attempt })],
        [t('trace.fact.asked'), asked === undefined ? null : format.duration(asked)],
        [t('trace.fact.because'), error && errorText(t, error.code)],
        [t('trace.fact.error'), error?.message],
      ]}
    />
  );
}

function SwitchDetail({ span }: { span: TraceSpanOf<'switch'> }) {
  const t = useT();
  const { from, to, because, error } = span.detail;
  const code = because === null ? null : errorCodeOf(because);
  return (
    <FactList
      facts={[
        [t('trace.fact.from'), `${from.provider}/${from.model}`],
        [t('trace.fact.to'), `${to.provider}/${to.model}`],
        [t('trace.fact.because'), code === null ? because : errorText(t, code)],
        [t('trace.fact.error'), error?.message],
      ]}
    />
  );
}
