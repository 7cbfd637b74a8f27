'use client';

import { FileText } from 'lucide-react';
import { fileApi } from '@/lib/client/files';
import { filesOfPending } from '@/lib/client/run-outgoing';
import type { MetonaStoredMessage } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { useMessageFiles } from './session-files';

/** What came with a message, to be downloaded again. */
export function MessageFiles({ message }: { message: MetonaStoredMessage }) {
  const t = useT();
  const format = useFormat();
  const stored = useMessageFiles(message.id);
  const files = filesOfPending(message) ?? stored;
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('files.attached')} className="mb-1.5 flex flex-wrap gap-1.5">
      {files.map((file) => (
        <li key={file.id} className="min-w-0 max-w-full">
          <a
            href={fileApi.contentPath(file.id)}
            download
            title={t('files.download', { name: file.path })}
            className="flex min-w-0 items-center gap-2 rounded-lg border border-line bg-card px-2.5 py-1 text-xs hover:border-edge"
          >
            <FileText aria-hidden className="size-3.5 shrink-0 text-dim" />
            <bdi className="min-w-0 truncate">{file.path}</bdi>
            <span className="shrink-0 text-faint">{format.bytes(file.size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
