'use client';

import Link from 'next/link';
import type { SpendView } from '@/lib/client/branches';
import type { RunStore } from '@/lib/client/run-store';
import type { RunView } from '@/lib/client/run-view';
import { useRunStatus } from '@/lib/client/use-run';
import type { MetonaModelRef } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { errorCodeOf } from './error-code';
import { failurePhrase } from './failure-phrase';
import { useCostText } from './session-cost-text';
import { modelName } from './switch-text';
import { useProviderNames } from './use-provider-names';

/** Who answered, why them, and what it took. */
export function AnswerMeta({ store, spent = null }: { store: RunStore; spent?: SpendView | null }) {
  const t = useT();
  const format = useFormat();
  const view = useRunStatus(store);
  const { usage, step, maxSteps, runId } = view;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-faint text-xs">
      <AnsweredBy view={view} />
      {usage !== null && usage.totalTokens > 0 && (
        <span
          title={t('chat.meta.tokensDetail', {
            input: format.number(usage.inputTokens),
            output: format.number(usage.outputTokens),
          })}
          className="tabular-nums"
        >
          {t('chat.meta.tokens', { count: format.number(usage.totalTokens) })}
        </span>
      )}
      {spent !== null && spent.total_tokens > 0 && <Cost spent={spent} />}
      {maxSteps !== null && step > 1 && <span>{t('chat.meta.step', { step, most: maxSteps })}</span>}
      {runId !== '' && (
        <Link
          href={`/runs/${encodeURIComponent(runId)}`}
          prefetch={false}
          className="underline underline-offset-3 hover:text-text"
        >
          {t('chat.meta.trace')}
        </Link>
      )}
    </p>
  );
}

/** Of all attempts, so it may be more than the tokens of the answer would cost. */
function Cost({ spent }: { spent: SpendView }) {
  const t = useT();
  const format = useFormat();
  const cost = useCostText()(spent);
  if (spent.unpriced_attempts === 0 && spent.costs.every(({ amount }) => amount === 0)) return null;
  const isUnknown = spent.costs.length === 0;
  return (
    <span
      data-testid="answer-cost"
      title={t('branching.spend.detail', { total: format.number(spent.total_tokens), cost })}
      className="tabular-nums"
    >
      {isUnknown ? t('branching.spend.costUnknown') : cost}
    </span>
  );
}

const isSame = (left: MetonaModelRef, right: MetonaModelRef) =>
  left.provider === right.provider && left.model === right.model;

/** Whoever was chosen needs no words; another one needs a reason. */
function AnsweredBy({ view }: { view: RunView }) {
  const by = view.answeredBy ?? view.model;
  const because = view.answeredBy?.because ?? '';
  const isOther = by !== null && (because !== '' || (view.chosen !== null && !isSame(by, view.chosen)));
  if (by === null) return null;
  if (isOther) return <AnsweredByOther by={by} because={because} view={view} />;
  return <span title={`${by.provider} / ${by.model}`}>{by.model}</span>;
}

function AnsweredByOther({ by, because, view }: { by: MetonaModelRef; because: string; view: RunView }) {
  const t = useT();
  const nameOf = useProviderNames(true);
  const left = leftFor(view, by);
  const failed =
    left === null
      ? t('chat.meta.chosen')
      : left.provider === by.provider
        ? modelName(left, nameOf)
        : nameOf(left.provider);
  const code = errorCodeOf(because);
  const reason = code === null ? because : failurePhrase(t, code, failed);
  const model = modelName(by, nameOf);
  return (
    <span data-testid="answered-by" className="text-amber">
      {reason === '' ? t('chat.meta.answeredBy', { model }) : t('chat.meta.because', { model, reason })}
    </span>
  );
}

/** Whose failure it was: the last one left, as far as this page has seen it, else the one chosen. */
function leftFor(view: RunView, by: MetonaModelRef): MetonaModelRef | null {
  for (const part of view.parts.toReversed()) {
    if (part.kind === 'notice' && part.notice.type === 'switched' && isSame(part.notice.to, by))
      return part.notice.from;
  }
  return view.answeredBy?.from ?? view.chosen;
}
