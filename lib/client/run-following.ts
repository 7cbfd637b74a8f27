import type { RunEvent } from '@/lib/ir';
import { type RunEventSourceOptions, readRunEvents } from './run-event-source';
import { applyRunEvent } from './run-reducer';
import type { RunStore } from './run-store';

export function applyEvent(store: RunStore, event: RunEvent): void {
  store.change((view) => applyRunEvent(view, event));
}

/** Shows a run as it goes on, from the last event that is known; ends with it or with the signal. */
export async function followRun(store: RunStore, options: RunEventSourceOptions): Promise<void> {
  const events = readRunEvents(store.view.runId, { ...options, after: store.view.lastSeq });
  for await (const event of events) applyEvent(store, event);
}
