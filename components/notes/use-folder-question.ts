'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { FolderQuestion } from './folder-dialog';

export const folderHref = (folder: string | null) =>
  folder === null ? '/notes' : `/notes?folder=${encodeURIComponent(folder)}`;

/** One question about folders at a time, and where to go when it is answered. */
export function useFolderQuestion(onChanged: () => Promise<unknown>) {
  const router = useRouter();
  const [question, ask] = useState<FolderQuestion | null>(null);
  const dialog = question && {
    question,
    onClose: () => ask(null),
    onDone: async (folder: string | null) => {
      router.push(folderHref(folder));
      await onChanged();
    },
  };
  return { ask, dialog };
}
