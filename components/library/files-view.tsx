'use client';

import { FileText } from 'lucide-react';
import { type FilePage, type FileView, fileApi } from '@/lib/client/files';
import { useApi, useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { RowBox } from '../ui/section';
import { FileRow } from './file-row';

/** The browser's own bar is white in the dark. */
const barClass =
  'h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-raise [&::-moz-meter-bar]:bg-cyan [&::-webkit-meter-bar]:h-2 [&::-webkit-meter-bar]:bg-none [&::-webkit-meter-optimum-value]:bg-none [&::-webkit-meter-suboptimum-value]:bg-none [&::-webkit-meter-bar]:rounded-full [&::-webkit-meter-bar]:border-0 [&::-webkit-meter-bar]:bg-raise [&::-webkit-meter-optimum-value]:bg-cyan [&::-webkit-meter-suboptimum-value]:bg-orange';

/** All files of all chats, the last changed first, and how much room they take. */
export function FilesView() {
  const t = useT();
  const pages = useApiPages<FileView>(fileApi.list);
  const { data, mutate } = useApi<FilePage>(fileApi.usage);
  const refresh = () => Promise.all([pages.refresh(), mutate()]);
  return (
    <Page title={t('files.title')} text={t('files.text')}>
      {data && <Usage used={data.usage.bytes} most={data.usage.max_bytes} />}
      <PagedList
        pages={pages}
        empty={<EmptyState icon={<FileText />} title={t('files.none')} text={t('files.noneText')} />}
      >
        {(files) => (
          <RowBox>
            {files.map((file) => (
              <FileRow key={file.id} file={file} onChanged={refresh} />
            ))}
          </RowBox>
        )}
      </PagedList>
    </Page>
  );
}

function Usage({ used, most }: { used: number; most: number }) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1.5">
      <meter aria-label={t('files.usedLabel')} min={0} max={most} high={most * 0.9} value={used} className={barClass} />
      <p className="text-dim text-xs tabular-nums">
        {t('files.used', { used: format.bytes(used), most: format.bytes(most) })}
      </p>
    </div>
  );
}
