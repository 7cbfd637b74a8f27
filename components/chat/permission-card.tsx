'use client';

import type { RunStore } from '@/lib/client/run-store';
import type { PermissionPart } from '@/lib/client/run-view';
import { useRunPart } from '@/lib/client/use-run';
import { DecidedPermission } from './decided-permission';
import { OpenPermission } from './open-permission';

/** A question in the conversation. Once it is answered, by whomever, nothing is left to press. */
export function PermissionCard({ store, part }: { store: RunStore; part: PermissionPart }) {
  useRunPart(store, part);
  if (part.status !== 'open') return <DecidedPermission part={part} />;
  return <OpenPermission request={part.request} onSettled={store.settlePermission} />;
}
