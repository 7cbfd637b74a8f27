'use client';

import { ArrowLeft, Download } from 'lucide-react';
import Link from 'next/link';
import useSWR from 'swr';
import type { ApiFailure } from '@/lib/client/api';
import { type FileView, fileApi, readFileText } from '@/lib/client/files';
import { useApi } from '@/lib/client/use-api';
import { revealLine } from '../chat/visible-text';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { SidebarToggle } from '../layout/sidebar-toggle';
import { buttonClass } from '../ui/button';
import { Facts } from '../ui/facts';
import { LoadState } from '../ui/load-state';
import { Time } from '../ui/time';
import { FileLines } from './file-lines';

/** One file as text, with the line marked that the address names. Nothing in it is ever more than text. */
export function FilePage({ fileId }: { fileId: string }) {
  const { data, error, mutate } = useApi<FileView>(fileApi.path(fileId));
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 pt-4 pb-16 sm:px-8 sm:pt-6">
      <BackToFiles />
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(file) => (
          <article className="flex flex-col gap-4">
            <FileHead file={file} />
            <FileText file={file} />
          </article>
        )}
      </LoadState>
    </div>
  );
}

function BackToFiles() {
  const t = useT();
  return (
    <div className="-ml-2 flex items-center gap-1">
      <SidebarToggle />
      <Link
        href="/files"
        className="inline-flex min-h-8.5 items-center gap-2 rounded-lg px-2 text-dim text-sm hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('knowledge.file.back')}
      </Link>
    </div>
  );
}

function FileHead({ file }: { file: FileView }) {
  const t = useT();
  const format = useFormat();
  const name = revealLine(file.path);
  return (
    <header className="flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="font-semibold text-xl [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h1>
        <Facts>
          <span>{format.bytes(file.size)}</span>
          <span>{t(file.source === 'tool' ? 'files.byTool' : 'files.byUpload')}</span>
          <Time value={file.updated_at} />
          {file.session_id !== null && (
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
        className={buttonClass({ size: 'small' })}
        aria-label={t('files.download', { name })}
      >
        <Download aria-hidden className="size-3.5" />
        {t('knowledge.file.download')}
      </a>
    </header>
  );
}

function FileText({ file }: { file: FileView }) {
  const key = `${fileApi.contentPath(file.id)} ${file.sha256}`;
  const { data, error, mutate } = useSWR<string, ApiFailure>(key, () => readFileText(file.id));
  return (
    <LoadState data={data} error={error} retry={() => mutate()}>
      {(text) => <FileLines name={revealLine(file.path)} text={text} />}
    </LoadState>
  );
}
