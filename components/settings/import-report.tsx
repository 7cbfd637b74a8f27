'use client';

import { CircleAlert, CircleCheck, CircleMinus, X } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { type ImportView, libraryKinds } from '@/lib/client/imports';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';
import { Notice } from '../ui/notice';
import { ProgressBar } from './progress-bar';

interface ImportReportProps {
  readonly view: ImportView;
  readonly isWorking: boolean;
  /** Forgets the report, or gives the import up. */
  readonly onDismiss: () => Promise<void>;
}

/** What became of each conversation of a file: what failed comes first. */
export function ImportReport({ view, isWorking, onDismiss }: ImportReportProps) {
  const t = useT();
  const { imported, failed, skipped, counts } = view;
  const untitled = t('chat.untitled');
  return (
    <section
      aria-label={t('exchange.report')}
      data-testid="import-report"
      className="overflow-hidden rounded-xl border border-line bg-card"
    >
      <div className="flex items-start gap-2 px-4 py-3">
        <div className="min-w-0 flex-1">
          {isWorking ? (
            <ProgressBar label={t('exchange.takingIn', { name: view.name })} share={view.progress} />
          ) : (
            <p className="text-sm [overflow-wrap:anywhere]">{view.name}</p>
          )}
          <div role="status" className="mt-1 text-dim text-sm">
            <p>{t('exchange.counts', counts)}</p>
            <Library library={view.library} />
          </div>
        </div>
        <IconButton
          label={t(isWorking ? 'exchange.giveUp' : 'exchange.dismiss')}
          size="small"
          onClick={() => void onDismiss()}
        >
          <X />
        </IconButton>
      </div>
      {view.error && (
        <div className="px-4 pb-3">
          <Notice tone="error">{t(`exchange.unreadable.${view.error}`)}</Notice>
        </div>
      )}
      <ul className="max-h-96 divide-y divide-line-soft overflow-y-auto border-line-soft border-t empty:hidden">
        {failed.map(({ title, index, reason, detail, kind }, at) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: the report only grows at its end
            key={`${index}-${at}`}
            icon={<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-red" />}
            title={title ?? (kind ? t(`exchange.kinds.${kind}`) : t('exchange.nth', { number: index + 1 }))}
            text={`${kind && title !== null ? `${t(`exchange.kinds.${kind}`)}: ` : ''}${t(`exchange.flaws.${reason}`)}${detail ? ` (${detail})` : ''}`}
          />
        ))}
        {skipped.map(({ title, session_id: id }) => (
          <Entry
            key={id}
            icon={<CircleMinus aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />}
            title={<ChatLink id={id} title={title ?? untitled} />}
            text={t('exchange.alreadyThere')}
          />
        ))}
        {imported.map(({ title, session_id: id, messages }) => (
          <Entry
            key={id}
            icon={<CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green" />}
            title={<ChatLink id={id} title={title ?? untitled} />}
            text={t('exchange.messages', { count: messages })}
          />
        ))}
      </ul>
    </section>
  );
}

/** What came beside the conversations. */
function Library({ library }: { library: ImportView['library'] }) {
  const t = useT();
  return libraryKinds.map((kind) => {
    const counts = library[kind];
    return (
      counts && <p key={kind}>{t('exchange.libraryCounts', { kind: t(`exchange.kindsMany.${kind}`), ...counts })}</p>
    );
  });
}

function ChatLink({ id, title }: { id: string; title: string }) {
  return (
    <Link href={`/chat/${encodeURIComponent(id)}`} prefetch={false} className="underline-offset-2 hover:underline">
      {title}
    </Link>
  );
}

function Entry({ icon, title, text }: { icon: ReactNode; title: ReactNode; text: string }) {
  return (
    <li className="flex items-start gap-2.5 px-4 py-2 text-sm">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{title}</p>
        <p className="text-dim text-xs [overflow-wrap:anywhere]">{text}</p>
      </div>
    </li>
  );
}
