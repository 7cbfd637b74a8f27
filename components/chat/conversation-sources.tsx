'use client';

import { type ReactNode, useMemo } from 'react';
import { createSourceFinder } from '@/lib/client/cited-sources';
import type { Turn } from '@/lib/client/run-turns';
import { CitedSources, EarlierSources } from '../markdown/cited-sources';

interface ConversationSourcesProps {
  readonly turns: readonly Turn[];
  /** The conversation, as long as a part of it is not loaded. */
  readonly earlierIn?: string | null;
  readonly children: ReactNode;
}

/** Lets the answers of a conversation cite what its tools have returned. */
export function ConversationSources({ turns, earlierIn = null, children }: ConversationSourcesProps) {
  const find = useMemo(() => createSourceFinder(turns), [turns]);
  return (
    <CitedSources value={find}>
      <EarlierSources value={earlierIn}>{children}</EarlierSources>
    </CitedSources>
  );
}
