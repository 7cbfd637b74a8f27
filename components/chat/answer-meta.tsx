'use client';

import Link from 'next/link';
import type { RunStore } from '@/lib/client/run-store';
import { useRunStatus } from '@/lib/client/use-run';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { errorCodeOf } from './error-code';

/** Who answered, why them, and what it took. */
export function AnswerMeta({ store }: { store: RunStore }) {
  const t = useT();
  const format = useFormat();
  const { answeredBy, model, usage, step, maxSteps, runId, status } = useRunStatus(store);
  const by = answeredBy ?? model;
  const name = by === null ? '' : `${by.provider} / ${by.model}`;
  const because = answeredBy?.because ?? '';
  const code = errorCodeOf(because);
  const reason = code === null ? because : errorText(t, code);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-faint text-xs">
      {reason !== '' && <span className="text-amber">{t('chat.meta.because', { model: name, reason })}</span>}
      {reason === '' && name !== '' && (
        <span>{status === 'completed' ? t('chat.meta.answeredBy', { model: name }) : name}</span>
      )}
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
