'use client';

import { type ReactNode, useMemo } from 'react';
import { createSourceFinder } from '@/lib/client/cited-sources';
import type { Turn } from '@/lib/client/run-turns';
import { CitedSources } from '../markdown/citation';

/** Lets the answers of a conversation cite what its tools have returned. */
export function ConversationSources({ turns, children }: { turns: readonly Turn[]; children: ReactNode }) {
  const find = useMemo(() => createSourceFinder(turns), [turns]);
  return <CitedSources value={find}>{children}</CitedSources>;
}
