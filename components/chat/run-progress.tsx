'use client';

import type { RunStore } from '@/lib/client/run-store';
import { hasEnded } from '@/lib/client/run-view';
import { useRunStatus, useRunStructure } from '@/lib/client/use-run';
import type { RunPhase } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { ProgressLine } from './progress-line';
import { RetryCountdown } from './retry-countdown';

const labels: Readonly<Record<RunPhase, `chat.phase.${RunPhase}`>> = {
  queued: 'chat.phase.queued',
  building_context: 'chat.phase.building_context',
  compressing: 'chat.phase.compressing',
  calling_model: 'chat.phase.calling_model',
  executing_tools: 'chat.phase.executing_tools',
  waiting_permission: 'chat.phase.waiting_permission',
  retry_backoff: 'chat.phase.retry_backoff',
};

interface RunProgressProps {
  readonly store: RunStore;
  readonly onStop: () => void;
}

/** What a run is doing while nothing else shows it. */
export function RunProgress({ store, onStop }: RunProgressProps) {
  const t = useT();
  const parts = useRunStructure(store);
  const view = useRunStatus(store);
  if (hasEnded(view.status)) return null;
  const { phase, retry } = view;
  if (phase === 'retry_backoff' && retry !== null) return <RetryCountdown retry={retry} onStop={onStop} />;
  const last = parts.at(-1);
  const speaksForItself =
    phase === 'calling_model' &&
    last !== undefined &&
    (last.kind === 'text' || last.kind === 'thinking') &&
    !last.closed;
  if (speaksForItself) return null;
  const isAgain = phase === 'calling_model' && retry !== null;
  const attempt = isAgain ? ` · ${t('chat.retry.attempt', { attempt: retry.attempt })}` : '';
  return <ProgressLine text={`${t(labels[phase ?? 'queued'])}${attempt}`} />;
}
