'use client';

import { useSyncExternalStore } from 'react';
import type { RunStore } from './run-store';
import type { RunPart } from './run-view';

/** Re-renders when parts come or go, never for a delta. */
export function useRunStructure(store: RunStore): readonly RunPart[] {
  const version = () => store.view.structureVersion;
  useSyncExternalStore(store.subscribe, version, version);
  return store.view.parts;
}

/** Re-renders when the run as a whole changes: phase, status, model, usage, error. */
export function useRunStatus(store: RunStore): RunStore['view'] {
  const version = () => store.view.statusVersion;
  useSyncExternalStore(store.subscribe, version, version);
  return store.view;
}

/** Re-renders when this one part changes. */
export function useRunPart<P extends RunPart>(store: RunStore, part: P): P {
  const version = () => part.version;
  useSyncExternalStore(store.subscribe, version, version);
  return part;
}
