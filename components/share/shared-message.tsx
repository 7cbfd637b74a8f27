'use client';

import { clsx } from 'clsx';
import { Brain, ChevronRight, FileText, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { MarkdownText } from '../ui/markdown-text';
import { byPosition } from './by-position';
import type { SharedFileView, SharedMessageView, SharedToolView } from './public-share';

/** One message of a snapshot; what else the sharer published is folded. */
export function SharedMessage({ token, message }: { token: string; message: SharedMessageView }) {
  const t = useT();
  const mine = message.role === 'user';
  return (
    <article
      aria-label={t(mine ? 'sharing.you' : 'sharing.assistant')}
      className={clsx(
        'flex min-w-0 flex-col gap-2',
        mine && 'max-w-[88%] self-end rounded-2xl rounded-br-md border border-line-soft bg-raise px-4 py-2.5',
      )}
    >
      {message.files && message.files.length > 0 && <Files token={token} files={message.files} />}
      {message.thinking && (
        <Fold icon={<Brain aria-hidden />} title={t('sharing.thought')}>
          <p className="whitespace-pre-wrap text-dim text-sm">{message.thinking}</p>
        </Fold>
      )}
      {mine ? (
        <p className="whitespace-pre-wrap break-words">{message.content}</p>
      ) : (
        <MarkdownText text={message.content} />
      )}
      {byPosition(message.tools ?? []).map(({ key, item }) => (
        <ToolStep key={key} tool={item} />
      ))}
    </article>
  );
}

function Fold({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <details className="group rounded-xl border border-line-soft bg-card">
      <summary className="flex list-none items-center gap-2 rounded-xl px-3 py-1.5 text-dim text-sm [&_svg]:size-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="transition-transform group-open:rotate-90" />
        {icon}
        {title}
      </summary>
      <div className="max-h-96 overflow-auto border-line-soft border-t px-3 py-2">{children}</div>
    </details>
  );
}

function ToolStep({ tool }: { tool: SharedToolView }) {
  const t = useT();
  return (
    <Fold icon={<Wrench aria-hidden />} title={t('sharing.toolStep', { name: tool.name })}>
      <pre className="whitespace-pre-wrap break-words font-mono text-xs">{JSON.stringify(tool.args, null, 2)}</pre>
      <pre
        className={clsx(
          'mt-2 whitespace-pre-wrap break-words border-line-soft border-t pt-2 font-mono text-xs',
          tool.success === false && 'text-red',
        )}
      >
        {tool.result}
      </pre>
    </Fold>
  );
}

function Files({ token, files }: { token: string; files: NonNullable<SharedMessageView['files']> }) {
  const t = useT();
  return (
    <ul aria-label={t('sharing.attachments')} className="flex flex-wrap gap-2">
      {byPosition(files).map(({ key, item }) => (
        <li key={key} className="max-w-full">
          {item.kind === 'image' ? <SharedImage url={item.url} /> : <SharedFile token={token} file={item} />}
        </li>
      ))}
    </ul>
  );
}

/** A file as it was published, to download. */
function SharedFile({ token, file }: { token: string; file: SharedFileView }) {
  const t = useT();
  const format = useFormat();
  return (
    <a
      href={`/api/share/${encodeURIComponent(token)}/files/${encodeURIComponent(file.id)}`}
      download
      aria-label={t('files.download', { name: file.name })}
      className="flex max-w-full items-center gap-2 rounded-lg border border-line-soft bg-card px-2.5 py-1 text-sm hover:border-edge"
    >
      <FileText aria-hidden className="size-4 shrink-0 text-dim" />
      <bdi className="min-w-0 truncate">{file.name}</bdi>
      <span className="shrink-0 text-faint text-xs">{format.bytes(file.size)}</span>
    </a>
  );
}

/** An embedded image is shown; one that lies elsewhere is only named, since loading it would tell who reads this. */
function SharedImage({ url }: { url: string }) {
  if (url.startsWith('data:image/')) return <img src={url} alt="" className="max-h-72 max-w-full rounded-lg" />;
  return <span className="break-all font-mono text-faint text-xs">{url}</span>;
}
