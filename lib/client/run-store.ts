import type { AgentRun, PermissionRequest } from '@/lib/ir';
import { browserFrames, type FrameClock } from './run-frame';
import { createRunView, hasEnded, type RunView } from './run-view';

type Listener = () => void;

/**
 * One run outside React. `subscribe` hears of changes at most once per frame and never while the page is hidden;
 * `subscribeStatus` hears at once, but only of what concerns the run as a whole (phase, permissions, its end).
 */
export interface RunStore {
  readonly view: RunView;
  /** Changes the view by what says whether it did. */
  readonly change: (how: (view: RunView) => boolean) => void;
  /** Shows what the server answered to a decision before its event arrives. */
  readonly settlePermission: (request: PermissionRequest) => void;
  /** Says that the view was changed from outside. */
  readonly touch: () => void;
  readonly subscribe: (listener: Listener) => () => void;
  readonly subscribeStatus: (listener: Listener) => () => void;
}

export function createRunStore(runId: string, frames: FrameClock = browserFrames): RunStore {
  const view = createRunView(runId);
  const listeners = new Set<Listener>();
  const statusListeners = new Set<Listener>();
  let isScheduled = false;

  const flush = () => {
    isScheduled = false;
    for (const listener of listeners) listener();
  };
  const notify = () => {
    if (isScheduled) return;
    isScheduled = true;
    frames.schedule(flush);
  };
  const announce = (statusBefore: number) => {
    notify();
    if (view.statusVersion === statusBefore) return;
    for (const listener of statusListeners) listener();
  };

  return {
    view,
    change(how) {
      const before = view.statusVersion;
      if (how(view)) announce(before);
    },
    settlePermission(request) {
      const before = view.statusVersion;
      settlePermission(view, request);
      announce(before);
    },
    touch() {
      view.statusVersion += 1;
      announce(view.statusVersion - 1);
    },
    subscribe: (listener) => listen(listeners, listener),
    subscribeStatus: (listener) => listen(statusListeners, listener),
  };
}

function listen(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function settlePermission(view: RunView, request: PermissionRequest): void {
  for (const part of view.parts) {
    if (part.kind !== 'permission' || part.id !== request.id) continue;
    part.request = request;
    part.status = request.status;
    part.decidedAt = request.decided_at === null ? null : Date.parse(request.decided_at);
    part.version += 1;
    view.statusVersion += 1;
  }
}

/** A stream that ended without its last event leaves the stored state to be believed. */
export function settleRun(store: RunStore | undefined, run: AgentRun): void {
  if (store === undefined || hasEnded(store.view.status) || !hasEnded(run.status)) return;
  store.view.status = run.status;
  store.view.phase = null;
  store.view.error = run.error;
  store.view.usage = run.usage;
  store.touch();
}
