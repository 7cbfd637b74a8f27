'use client';

import type { AgentRun, TraceSpan } from '@/lib/ir';
import { errorCodeOf } from '../chat/error-code';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { FactList } from './fact-list';
import { spanTimes, timeOf } from './trace-axis';
import { statusText, totalCosts } from './trace-span';

const shareKinds = {
  attempt: ['attempt'],
  tool: ['tool'],
  wait: ['wait'],
  pause: ['pause', 'backoff'],
} as const satisfies Record<string, readonly TraceSpan['kind'][]>;

/** The run as a whole: what came of it, how long it took and what it cost. */
export function TraceTotal({ run, spans }: { run: AgentRun; spans: readonly TraceSpan[] }) {
  const t = useT();
  const format = useFormat();
  const { usage, error, finished_at } = run;
  const model = run.answered_by ?? { provider: run.provider_id, model: run.model };
  const axis = spans.length === 0 ? null : spanTimes(spans, Date.now());
  const shares = (['attempt', 'tool', 'wait', 'pause'] as const)
    .map((kind) => ({ kind, time: axis === null ? 0 : timeOf(spans, shareKinds[kind], axis.until) }))
    .filter(({ time }) => time > 0)
    .map(({ kind, time }) => t(`trace.share.${kind}`, { time: format.duration(time) }));
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
          [t('trace.fact.ofThat'), shares.length > 1 ? shares.join(' · ') : null],
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
