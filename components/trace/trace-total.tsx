'use client';

import type { AgentRun, TraceSpan } from '@/lib/ir';
import { errorCodeOf } from '../chat/error-code';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { FactList } from './fact-list';
import { spanTimes, statusText, totalCosts } from './trace-span';

/** The run as a whole: what came of it, how long it took and what it cost. */
export function TraceTotal({ run, spans }: { run: AgentRun; spans: readonly TraceSpan[] }) {
  const t = useT();
  const format = useFormat();
  const { usage, error, finished_at } = run;
  const model = run.answered_by ?? { provider: run.provider_id, model: run.model };
  const axis = spans.length === 0 ? null : spanTimes(spans);
  const costs = totalCosts(spans).filter((cost) => cost.amount > 0);
  const code = error === null ? null : errorCodeOf(error.code);
  return (
    <section className="rounded-xl border border-line-soft bg-card px-3.5 py-3">
      {finished_at === null && <p className="mb-2 text-amber text-xs">{t('trace.loading')}</p>}
      <FactList
        facts={[
          [t('trace.fact.status'), statusText(run.status, t)],
          [t('trace.fact.because'), error === null ? null : code === null ? error.message : errorText(t, code)],
          [t('trace.fact.model'), `${model.provider}/${model.model}`],
          [
            t('trace.fact.time'),
            axis && t('trace.total', { count: spans.length, time: format.duration(axis.until - axis.from) }),
          ],
          [t('trace.fact.steps'), t('trace.fact.stepsOf', { used: run.steps_used, most: run.limits.max_steps })],
          [
            t('trace.fact.tokens'),
            usage.totalTokens === 0
              ? null
              : t('trace.tokensBoth', {
                  input: format.number(usage.inputTokens),
                  output: format.number(usage.outputTokens),
                }),
          ],
          [t('trace.fact.cost'), costs.map((cost) => format.money(cost.amount, cost.currency)).join(' + ')],
        ]}
      />
    </section>
  );
}
