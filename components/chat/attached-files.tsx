'use client';

import { FileText, LoaderCircle, X } from 'lucide-react';
import type { Attachment } from '@/lib/client/unsent';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { IconButton } from '../ui/icon-button';

interface AttachedFilesProps {
  readonly items: readonly Attachment[];
  readonly onRemove: (key: string) => void;
}

/** The files of the message that is being written, each with how it stands. */
export function AttachedFiles({ items, onRemove }: AttachedFilesProps) {
  const t = useT();
  if (items.length === 0) return null;
  return (
    <ul aria-label={t('files.attached')} className="flex flex-wrap gap-2 px-3.5 pt-3">
      {items.map((item) => (
        <li
          key={item.key}
          data-testid="attached-file"
          data-state={item.state.kind}
          className={`flex min-w-0 max-w-full items-center gap-2 rounded-lg border bg-raise py-1 pr-1 pl-2.5 text-xs ${item.state.kind === 'failed' ? 'border-red/50' : 'border-line'}`}
        >
          {item.state.kind === 'uploading' ? (
            <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin text-amber" />
          ) : (
            <FileText aria-hidden className="size-3.5 shrink-0 text-dim" />
          )}
          <span className="min-w-0">
            <bdi className="block max-w-52 truncate">{item.name}</bdi>
            <AttachmentState item={item} />
          </span>
          <IconButton
            label={t('files.detach', { name: item.name })}
            size="small"
            className="size-6"
            onClick={() => onRemove(item.key)}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function AttachmentState({ item }: { item: Attachment }) {
  const t = useT();
  const format = useFormat();
  const errorText = useErrorText();
  const { state } = item;
  if (state.kind === 'uploading') {
    return (
      <span role="status" className="text-faint">
        {t('files.uploading')}
      </span>
    );
  }
  if (state.kind === 'ready') return <span className="text-faint">{format.bytes(item.size)}</span>;
  return (
    <span role="alert" className="text-red [overflow-wrap:anywhere]">
      {state.problem === 'failed' ? errorText(state.failure) : t(`files.${state.problem}`)}
    </span>
  );
}
