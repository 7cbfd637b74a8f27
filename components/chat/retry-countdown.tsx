'use client';

import type { RunRetry } from '@/lib/client/run-view';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { failurePhrase } from './failure-phrase';
import { ProgressLine } from './progress-line';
import { useNow } from './use-now';
import { useProviderNames } from './use-provider-names';

interface RetryCountdownProps {
  readonly retry: RunRetry;
  readonly onStop: () => void;
}

/** The wait before the next attempt, with why there is one. Its own component: the seconds concern nothing else. */
export function RetryCountdown({ retry, onStop }: RetryCountdownProps) {
  const t = useT();
  const nameOf = useProviderNames(true);
  const now = useNow(true);
  // A clock that differs from the server's must not promise more than was asked for.
  const left = now === 0 ? retry.delayMs : Math.min(retry.delayMs, retry.until - now);
  const seconds = Math.ceil(left / 1000);
  const text = [
    seconds > 0 ? t('chat.retry.wait', { seconds }) : t('chat.retry.now'),
    failurePhrase(t, retry.error.code, nameOf(retry.provider)),
    t('chat.retry.attempt', { attempt: retry.attempt }),
  ].join(' · ');
  return (
    <div data-testid="retry-countdown" className="flex flex-wrap items-center gap-x-3 gap-y-1.5 tabular-nums">
      <ProgressLine text={text} />
      <Button size="small" onClick={onStop}>
        {t('chat.retry.stop')}
      </Button>
    </div>
  );
}
