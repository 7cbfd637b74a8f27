'use client';

import type { ReactNode } from 'react';
import type { ProviderTest } from '@/lib/client/resources';
import { assertNever } from '@/lib/ir/assert-never';
import { useT } from '../i18n/i18n-provider';
import { errorText, useErrorText } from '../i18n/use-error-text';
import { Notice } from '../ui/notice';
import { testHint } from './provider-hint';
import type { ProviderTestState } from './use-provider-test';

interface ProviderTestResultProps {
  readonly state: ProviderTestState;
  /** What to do once it has worked. */
  readonly next?: ReactNode;
}

/** How a test went: latency, the classified cause, and the next step. */
export function ProviderTestResult({ state, next }: ProviderTestResultProps) {
  const failureText = useErrorText();
  switch (state.kind) {
    case 'idle':
    case 'testing':
      return null;
    case 'refused':
      return <Notice tone="error">{failureText(state.failure)}</Notice>;
    case 'answered':
      return state.result.ok ? <Passed result={state.result} next={next} /> : <Failed result={state.result} />;
    default:
      return assertNever(state);
  }
}

function Passed({ result, next }: { result: ProviderTest; next: ReactNode }) {
  const t = useT();
  return (
    <Notice tone="success" action={next}>
      {t('settings.providers.testOk', { model: result.model ?? '', latency: Math.round(result.latency_ms) })}
    </Notice>
  );
}

function Failed({ result }: { result: ProviderTest }) {
  const t = useT();
  const hint = testHint(t, result);
  return (
    <Notice tone="error">
      <p className="font-medium">{errorText(t, result.error?.code ?? 'unknown')}</p>
      {hint && <p>{hint}</p>}
      <p className="text-dim text-xs">
        {t('settings.providers.testFailed', { latency: Math.round(result.latency_ms) })}
        {result.model && ` · ${result.model}`}
      </p>
      {result.error?.message && (
        <details className="mt-1 text-xs">
          <summary className="text-dim">{t('settings.providers.details')}</summary>
          <pre className="mt-1 max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-md bg-code p-2 font-mono">
            {result.error.message}
          </pre>
        </details>
      )}
    </Notice>
  );
}
