'use client';

import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { Suspense, useRef, useState } from 'react';
import { type SessionView, sessionApi } from '@/lib/client/run-api';
import { forgetChatStore } from '@/lib/client/use-chat';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { useErrorText } from '../i18n/use-error-text';
import { IconButton } from '../ui/icon-button';
import { Menu, MenuItem } from '../ui/menu';
import { useToast } from '../ui/toaster';
import { SessionRename } from './session-rename';
import { sessionState, sessionStateDots, sessionStateLabels } from './session-state';

const ConfirmDialog = lazyPart(() => import('../ui/confirm-dialog').then((module) => module.ConfirmDialog));

interface SessionItemProps {
  readonly session: SessionView;
  readonly isCurrent: boolean;
}

export function SessionItem({ session, isCurrent }: SessionItemProps) {
  const t = useT();
  const [isRenaming, setIsRenaming] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const title = session.title ?? t('chat.untitled');
  const state = sessionState(session, isCurrent);
  const label = sessionStateLabels[state];
  const hint = label === null ? undefined : t(label);
  return (
    <li
      data-testid="session-item"
      data-session={session.id}
      data-state={state}
      className={`group relative flex min-w-0 items-center rounded-lg text-sm ${isCurrent ? 'bg-hover text-text' : 'text-dim hover:bg-hover hover:text-text'}`}
    >
      {isRenaming ? (
        <SessionRename
          session={session}
          onEnd={(byKey) => {
            setIsRenaming(false);
            if (byKey) requestAnimationFrame(() => link.current?.focus());
          }}
        />
      ) : (
        <>
          <Link
            ref={link}
            href={`/chat/${encodeURIComponent(session.id)}`}
            prefetch={false}
            aria-current={isCurrent ? 'page' : undefined}
            className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-lg py-1 pr-8 pl-2.5"
          >
            <span aria-hidden title={hint} className={`size-1.5 shrink-0 rounded-full ${sessionStateDots[state]}`} />
            <span className="min-w-0 flex-1 truncate">{title}</span>
            {hint !== undefined && <span className="sr-only">({hint})</span>}
            {session.open_permissions > 0 && (
              <span
                aria-hidden
                className="shrink-0 rounded-full border border-amber/40 px-1.5 text-2xs text-amber tabular-nums"
              >
                {session.open_permissions}
              </span>
            )}
          </Link>
          <SessionMenu session={session} title={title} onRename={() => setIsRenaming(true)} isCurrent={isCurrent} />
        </>
      )}
    </li>
  );
}

interface SessionMenuProps extends SessionItemProps {
  readonly title: string;
  readonly onRename: () => void;
}

function SessionMenu({ session, title, onRename, isCurrent }: SessionMenuProps) {
  const t = useT();
  const router = useRouter();
  const show = useToast();
  const errorText = useErrorText();
  const [isDeleting, setIsDeleting] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);

  async function togglePin() {
    try {
      await sessionApi.pin(session.id, !session.pinned);
      refreshSidebar();
    } catch (caught) {
      show(t('chat.sessions.actionFailed', { reason: errorText(caught) }), 'error');
    }
  }

  function askToDelete() {
    setWasAsked(true);
    setIsDeleting(true);
  }

  async function remove() {
    await sessionApi.remove(session.id);
    forgetChatStore(session.id);
    refreshSidebar();
    if (isCurrent) router.push('/');
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t('chat.sessions.menu', { title })}
            size="small"
            className="absolute right-0.5 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
          >
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil />} onSelect={onRename}>
          {t('chat.sessions.rename')}
        </MenuItem>
        <MenuItem icon={session.pinned ? <PinOff /> : <Pin />} onSelect={() => void togglePin()}>
          {t(session.pinned ? 'chat.sessions.unpin' : 'chat.sessions.pin')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onSelect={askToDelete}>
          {t('chat.sessions.delete')}
        </MenuItem>
      </Menu>
      {wasAsked && (
        <Suspense>
          <ConfirmDialog
            open={isDeleting}
            onOpenChange={setIsDeleting}
            title={t('chat.sessions.deleteTitle')}
            text={t('chat.sessions.deleteText', { title })}
            confirmLabel={t('chat.sessions.delete')}
            onConfirm={remove}
          />
        </Suspense>
      )}
    </>
  );
}
