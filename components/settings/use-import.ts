'use client';

import { useEffect, useRef, useState } from 'react';
import { toApiFailure } from '@/lib/client/api';
import { type ImportView, importApi } from '@/lib/client/imports';
import { type ApiPage, useApi } from '@/lib/client/use-api';
import { refreshSidebar } from '@/lib/client/use-sessions';

/** `share` of the file that is on its way; 1 while the server takes it in. */
export type Upload = { readonly name: string; readonly share: number };

const isUnderWay = (view: ImportView | undefined) =>
  view !== undefined && (view.state === 'receiving' || view.state === 'waiting' || view.state === 'running');

/** The import of this page: a file that is sent now, or the last one that was taken in in the background. */
export function useImport() {
  const [upload, setUpload] = useState<Upload>();
  const [answer, setAnswer] = useState<ImportView>();
  const [failure, setFailure] = useState<unknown>();
  const [isDismissed, setIsDismissed] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  const list = useApi<ApiPage<ImportView>>(importApi.list, {
    refreshInterval: (page) => (isUnderWay(page?.items[0]) ? 1_500 : 0),
  });
  const last = list.data?.items[0];
  const view = isDismissed ? undefined : (answer ?? last);
  const isWorking = isUnderWay(view);

  useEffect(() => () => leaving.current?.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken in belongs into the sidebar as it comes
  useEffect(() => refreshSidebar(), [view?.counts.imported, isWorking]);

  async function send(file: File) {
    leaving.current = new AbortController();
    setFailure(undefined);
    setAnswer(undefined);
    setIsDismissed(false);
    setUpload({ name: file.name, share: 0 });
    try {
      const sent = await importApi.send(file, (share) => setUpload({ name: file.name, share }), leaving.current.signal);
      if (sent.import_id === null) setAnswer(sent);
      else await list.mutate();
    } catch (caught) {
      if (toApiFailure(caught).error.code !== 'user_aborted') setFailure(caught);
    }
    setUpload(undefined);
  }

  async function dismiss() {
    setFailure(undefined);
    if (answer === undefined && last?.import_id) {
      try {
        await importApi.remove(last.import_id);
        await list.mutate();
      } catch (caught) {
        setFailure(caught);
      }
      return;
    }
    setAnswer(undefined);
    setIsDismissed(true);
  }

  return { upload, view, isWorking, failure, send, stop: () => leaving.current?.abort(), dismiss };
}
