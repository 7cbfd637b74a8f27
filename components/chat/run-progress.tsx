'use client';

import type { RunStore } from '@/lib/client/run-store';
import { hasEnded } from '@/lib/client/run-view';
import { useRunStatus, useRunStructure } from '@/lib/client/use-run';
import type { RunPhase } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { durationText } from './duration-text';
import { ProgressLine } from './progress-line';
import { useNow } from './use-now';

const labels: Readonly<Record<RunPhase, `chat.phase.${RunPhase}`>> = {
  queued: 'chat.phase.queued',
  building_context: 'chat.phase.building_context',
  compressing: 'chat.phase.compressing',
  calling_model: 'chat.phase.calling_model',
  executing_tools: 'chat.phase.executing_tools',
  waiting_permission: 'chat.phase.waiting_permission',
  retry_backoff: 'chat.phase.retry_backoff',
};

/** What a run is doing while nothing else shows it. */
export function RunProgress({ store }: { store: RunStore }) {
  const t = useT();
  const parts = useRunStructure(store);
  const view = useRunStatus(store);
  const isRunning = !hasEnded(view.status);
  const now = useNow(isRunning && view.retryAt !== null);
  if (!isRunning) return null;
  const last = parts.at(-1);
  const speaksForItself =
    view.phase === 'calling_model' &&
    last !== undefined &&
    (last.kind === 'text' || last.kind === 'thinking') &&
    !last.closed;
  if (speaksForItself) return null;
  const wait = view.retryAt !== null && now > 0 && view.retryAt > now ? durationText(view.retryAt - now) : '';
  return <ProgressLine text={`${t(labels[view.phase ?? 'queued'])} ${wait}`.trim()} />;
}
