'use client';

import { GitFork, Pencil } from 'lucide-react';
import { memo } from 'react';
import { siblingsOf } from '@/lib/client/branches';
import { isStored } from '@/lib/client/run-outgoing';
import type { UserTurn } from '@/lib/client/run-turns';
import { useT } from '../i18n/i18n-provider';
import { isInlineImage } from '../markdown/safe-url';
import { CopyButton } from '../ui/copy-button';
import { IconButton } from '../ui/icon-button';
import { BranchSwitcher } from './branch-switcher';
import type { ChatActions } from './chat-actions';
import { MessageFiles } from './message-files';

/** What a person wrote, exactly as they wrote it. */
export const UserMessage = memo(function UserMessage({ turn, actions }: { turn: UserTurn; actions: ChatActions }) {
  const t = useT();
  const { message } = turn;
  return (
    <article
      data-testid="message-user"
      data-message={message.id}
      className="group relative flex max-w-[88%] flex-col items-end gap-0.5 self-end sm:max-w-[84%]"
    >
      <h2 className="sr-only">{t('chat.you')}</h2>
      <div className="min-w-0 max-w-full rounded-2xl rounded-br-md border border-line-soft bg-raise px-3.5 py-2">
        <MessageFiles message={message} />
        <Images urls={message.images?.map((image) => image.url) ?? []} />
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message.content}</p>
      </div>
      {isStored(message) && (
        <div className="flex opacity-0 transition-opacity sm:absolute sm:right-full sm:bottom-1 sm:mr-1 focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={message.content} label={t('chat.actions.copy')} />
          <IconButton label={t('chat.actions.edit')} size="small" onClick={() => actions.edit(message)}>
            <Pencil />
          </IconButton>
          <IconButton label={t('chat.actions.fork')} size="small" onClick={() => actions.fork(message.id)}>
            <GitFork />
          </IconButton>
        </div>
      )}
      <BranchSwitcher siblings={siblingsOf(message)} of="versions" onOpen={actions.openBranch} />
    </article>
  );
});

/** The person's own pictures. Only what travels inside the message is shown, nothing is fetched. */
function Images({ urls }: { urls: readonly string[] }) {
  const t = useT();
  const inline = urls.filter(isInlineImage);
  if (inline.length === 0) return null;
  return (
    <div className="mb-1.5 flex flex-wrap gap-2">
      {inline.map((url, index) => (
        <img
          key={url.slice(-64)}
          src={url}
          alt={t('chat.image.yours', { number: index + 1 })}
          className="max-h-40 max-w-full rounded-lg border border-line-soft"
        />
      ))}
    </div>
  );
}
