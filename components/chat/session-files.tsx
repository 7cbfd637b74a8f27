'use client';

import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { type FilePage, type FileView, fileApi } from '@/lib/client/files';
import { useApi } from '@/lib/client/use-api';

const SessionFilesContext = createContext<ReadonlyMap<string, readonly FileView[]>>(new Map());

function byMessage(files: readonly FileView[]): Map<string, FileView[]> {
  const groups = new Map<string, FileView[]>();
  for (const file of files) {
    if (file.message_id === null) continue;
    groups.set(file.message_id, [...(groups.get(file.message_id) ?? []), file]);
  }
  return groups;
}

interface SessionFilesProps {
  readonly sessionId: string | null;
  /** Asked again when a run begins and when it ends: both may bring files. */
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** The files of a conversation, asked for once for all its messages. */
export function SessionFiles({ sessionId, isBusy, children }: SessionFilesProps) {
  const { data, mutate } = useApi<FilePage>(sessionId === null ? null : fileApi.ofSession(sessionId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of state is what asks again
  useEffect(() => {
    void mutate();
  }, [isBusy, mutate]);
  const groups = useMemo(() => byMessage(data?.items ?? []), [data]);
  return <SessionFilesContext value={groups}>{children}</SessionFilesContext>;
}

export function useMessageFiles(messageId: string): readonly FileView[] {
  return useContext(SessionFilesContext).get(messageId) ?? [];
}
