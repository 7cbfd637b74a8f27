'use client';

import type { TraceSpanOf } from '@/lib/ir';
import { RevealedText } from '../chat/revealed-text';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { AttemptRequest } from './attempt-request';
import { AttemptResponse } from './attempt-response';
import { FactList } from './fact-list';

type AttemptSpan = TraceSpanOf<'attempt'>;

/** One call of a model: what it took, what was sent and what came back. */
export function AttemptDetail({ span }: { span: AttemptSpan }) {
  const { error, request, response } = span.detail;
  return (
    <>
      <AttemptFigures span={span} />
      {error !== null && (
        <p className="rounded-lg bg-red-soft px-3 py-2 font-mono text-xs">
          <RevealedText text={[error.code, error.providerCode, error.message].filter(Boolean).join(' · ')} />
        </p>
      )}
      <AttemptRequest request={request} />
      <AttemptResponse response={response} />
    </>
  );
}

function AttemptFigures({ span }: { span: AttemptSpan }) {
  const t = useT();
  const format = useFormat();
  const { detail } = span;
  const { usage, cost, first_token_at, perfStats } = detail;
  const start = Date.parse(span.started_at);
  const count = (value: number | undefined) => (value === undefined ? null : format.number(value));
  const speed = perfStats?.tokensPerSecond ?? speedOf(span);
  return (
    <FactList
      facts={[
        [t('trace.fact.model'), `${detail.provider}/${detail.model}`],
        [t('trace.fact.started'), format.dateTime(start)],
        [t('trace.fact.time'), span.ended_at === null ? null : format.duration(Date.parse(span.ended_at) - start)],
        [
          t('trace.fact.firstToken'),
          first_token_at === null ? null : format.duration(Date.parse(first_token_at) - start),
        ],
        [t('trace.fact.speed'), speed === null ? null : t('trace.fact.speedValue', { count: Math.round(speed) })],
        [t('trace.fact.input'), count(usage?.inputTokens)],
        [t('trace.fact.cacheHit'), count(usage?.cacheHitTokens)],
        [t('trace.fact.cacheWrite'), count(usage?.cacheWriteTokens)],
        [t('trace.fact.output'), count(usage?.outputTokens)],
        [t('trace.fact.reasoning'), count(usage?.reasoningTokens)],
        [t('trace.fact.cost'), cost === null ? null : format.money(cost.amount, cost.currency)],
        [t('trace.fact.finish'), detail.rawFinishReason ?? detail.finishReason],
        [t('trace.fact.requestId'), detail.requestId],
        [t('trace.fact.providerRequestId'), detail.providerRequestId],
      ]}
    />
  );
}

const LEAST_MS = 200;

/** Tokens a second after the first word; nothing for an answer that came at once. */
function speedOf({ ended_at, detail: { first_token_at, usage } }: AttemptSpan): number | null {
  if (ended_at === null || first_token_at === null || usage === null || usage.outputTokens === 0) return null;
  const spoken = Date.parse(ended_at) - Date.parse(first_token_at);
  return spoken < LEAST_MS ? null : (usage.outputTokens / spoken) * 1000;
}
