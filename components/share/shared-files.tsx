'use client';

import { FileText } from 'lucide-react';
import type { SharedAttachment, SharedFileView } from '@/lib/client/public-share';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { byPosition } from './by-position';

interface SharedFilesProps {
  /** Null where nothing can be downloaded yet. */
  readonly token: string | null;
  readonly files: readonly SharedAttachment[];
}

export function SharedFiles({ token, files }: SharedFilesProps) {
  const t = useT();
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('sharing.attachments')} className="flex max-w-full flex-wrap gap-2">
      {byPosition(files).map(({ key, item }, index) => (
        <li key={key} className="max-w-full">
          {item.kind === 'image' ? (
            <SharedImage url={item.url} number={index + 1} />
          ) : (
            <SharedFile token={token} file={item} />
          )}
        </li>
      ))}
    </ul>
  );
}

const chip = 'flex max-w-full items-center gap-2 rounded-lg border border-line-soft bg-card px-2.5 py-1 text-sm';

/** A file as it was published, to download. */
function SharedFile({ token, file }: { token: string | null; file: SharedFileView }) {
  const t = useT();
  const format = useFormat();
  const content = (
    <span aria-hidden={token !== null} className="flex min-w-0 items-center gap-2">
      <FileText aria-hidden className="size-4 shrink-0 text-dim" />
      <bdi className="min-w-0 truncate">{file.name}</bdi>
      <span className="shrink-0 text-faint text-xs">{format.bytes(file.size)}</span>
    </span>
  );
  if (token === null) return <span className={chip}>{content}</span>;
  return (
    <a
      href={`/api/share/${encodeURIComponent(token)}/files/${encodeURIComponent(file.id)}`}
      download
      className={`${chip} hover:border-edge`}
    >
      <span className="sr-only">{t('files.download', { name: file.name })}</span>
      {content}
    </a>
  );
}

/** An embedded image is shown; one that lies elsewhere is only named, since loading it would tell who reads this. */
function SharedImage({ url, number }: { url: string; number: number }) {
  const t = useT();
  if (!url.startsWith('data:image/')) return <span className="break-all font-mono text-faint text-xs">{url}</span>;
  return (
    <img
      src={url}
      alt={t('sharing.image', { number })}
      className="max-h-72 max-w-full rounded-lg border border-line-soft"
    />
  );
}
