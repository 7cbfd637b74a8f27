'use client';

import { Download, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { type FileView, fileApi } from '@/lib/client/files';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Facts } from '../ui/facts';
import { IconButton } from '../ui/icon-button';
import { Time } from '../ui/time';

interface FileRowProps {
  readonly file: FileView;
  readonly onChanged: () => Promise<unknown>;
}

export function FileRow({ file, onChanged }: FileRowProps) {
  const t = useT();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const name = file.path;

  async function remove() {
    await fileApi.remove(file.id);
    await onChanged();
  }

  return (
    <li className="flex items-center gap-2 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <Link
          href={`/files/${encodeURIComponent(file.id)}`}
          prefetch={false}
          className="text-sm underline-offset-3 [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <Facts>
          <span>{format.bytes(file.size)}</span>
          <span>{t(file.source === 'tool' ? 'files.byTool' : 'files.byUpload')}</span>
          <Time value={file.updated_at} />
          {file.session_id === null ? (
            <span>{t('files.unsent')}</span>
          ) : (
            <Link
              href={`/chat/${encodeURIComponent(file.session_id)}`}
              prefetch={false}
              className="underline underline-offset-3 hover:text-text"
            >
              {t('files.toChat')}
            </Link>
          )}
        </Facts>
      </div>
      <a
        href={fileApi.contentPath(file.id)}
        download
        aria-label={t('files.download', { name })}
        title={t('files.download', { name })}
        className="inline-grid size-7 shrink-0 place-items-center rounded-lg text-dim hover:bg-hover hover:text-text [&_svg]:size-4"
      >
        <Download />
      </a>
      <IconButton label={t('files.remove', { name })} size="small" danger onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('files.deleteTitle', { name })}
        text={t('files.deleteText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </li>
  );
}
