'use client';

import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toApiFailure } from '@/lib/client/api';
import { hasKeyboard } from '@/lib/client/has-keyboard';
import { preloadFollowing } from '@/lib/client/load-following';
import type { ChatStore } from '@/lib/client/run-chat-store';
import type { RunStore } from '@/lib/client/run-store';
import { hasEnded } from '@/lib/client/run-view';
import { useChat } from '@/lib/client/use-chat';
import { useModelChoice } from '@/lib/client/use-model-choice';
import { useSessions } from '@/lib/client/use-sessions';
import type { Locale } from '@/lib/i18n/locale';
import type { MetonaStoredMessage } from '@/lib/ir';
import { useLocale, useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { errorText } from '../i18n/use-error-text';
import { useOfferedChat } from '../palette/use-offered-chat';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { useToast } from '../ui/toaster';
import { ChatComposer } from './chat-composer';
import { ChatHead } from './chat-head';
import { LazyMessageList, preloadMessageList } from './lazy-message-list';
import { SessionFiles } from './session-files';
import { useAttentionTitle } from './use-attention-title';
import { useChatActions } from './use-chat-actions';
import { useFailoverToast } from './use-failover-toast';
import { useLooked } from './use-looked';
import { Welcome } from './welcome';

const ChatMissing = lazyPart(() => import('./chat-missing').then((module) => module.ChatMissing));

interface ChatViewProps {
  readonly store: ChatStore;
  /** A message to scroll to, from a search hit. */
  readonly target: string | null;
  /** The words that were looked for. */
  readonly find: string;
}

/** The chat page: one conversation, new or old. */
export function ChatView({ store, target, find }: ChatViewProps) {
  const t = useT();
  const locale = useLocale();
  const show = useToast();
  const state = useChat(store);
  const model = useModelChoice();
  const field = useRef<HTMLTextAreaElement>(null);
  const [editing, setEditing] = useState<MetonaStoredMessage | null>(null);
  const actions = useChatActions({
    store,
    choice: model.choice,
    onEdit: setEditing,
    onGoOn: () => field.current?.focus(),
  });
  const isBusy = useIsBusy(state.active) || state.isStarting;
  const isNew = state.sessionId === null && state.turns.length === 0;
  const isMissing = state.loadError?.code === 'not_found' && state.turns.length === 0;
  const title = state.title ?? t(isMissing ? 'chat.missing.title' : isNew ? 'chat.newTitle' : 'chat.untitled');
  useSync(store);
  useLooked(state.sessionId);
  useAttentionTitle(state.active, title);
  useFailoverToast(state.active);
  useOfferedChat(store, actions, field);
  useEffect(() => {
    if (target === null) return;
    store.reveal(target).catch((caught: unknown) => {
      const { code } = toApiFailure(caught).error;
      if (code === 'conflict') show(t('branching.busy'), 'warning');
    });
  }, [store, target, show, t]);
  const prepare = useCallback(() => prepareAnswer(locale), [locale]);
  const loadOlder = useCallback(() => void store.loadOlder(), [store]);

  useEffect(() => {
    if (hasKeyboard() && document.activeElement === document.body) field.current?.focus();
  }, []);
  useEffect(() => {
    if (!isNew) preloadMessageList(locale);
  }, [isNew, locale]);

  function pick(text: string) {
    actions.send({ text, images: [], files: [], branch: null });
  }

  if (isMissing && state.sessionId !== null) {
    return (
      <div className="flex h-full min-h-0 flex-col">
        <ChatHead sessionId={null} title={title} />
        <Suspense>
          <ChatMissing sessionId={state.sessionId} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className="flex h-full min-h-0 flex-col">
      <ChatHead sessionId={state.sessionId} title={title} />
      {state.loadError !== null && (
        <div className="mx-auto w-full max-w-[47.5rem] px-4 pt-3">
          <Notice
            tone="error"
            action={
              <Button size="small" onClick={() => void store.reload()}>
                {t('common.retry')}
              </Button>
            }
          >
            {t('chat.notLoaded')} {errorText(t, state.loadError.code)}
          </Notice>
        </div>
      )}
      {isNew ? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Welcome model={model} onPick={pick} onReady={() => field.current?.focus()} />
        </div>
      ) : state.loading === 'first' ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <SessionFiles sessionId={state.sessionId} isBusy={isBusy}>
            <LazyMessageList state={state} actions={actions} onOlder={loadOlder} target={target} find={find} />
          </SessionFiles>
        </Suspense>
      )}
      <ChatComposer
        store={store}
        state={state}
        isBusy={isBusy}
        model={model}
        editing={editing}
        onEditEnd={() => setEditing(null)}
        onSend={actions.send}
        onWriting={prepare}
        field={field}
      />
      <Announcer store={state.active} />
    </div>
  );
}

/** What the first answer needs is fetched while its question is written. */
function prepareAnswer(locale: Locale) {
  preloadMessageList(locale);
  preloadFollowing();
}

function Loading() {
  const t = useT();
  return (
    <div className="mx-auto w-full max-w-[47.5rem] flex-1 px-4 pt-6">
      <SkeletonRows label={t('common.loading')} />
    </div>
  );
}

const calm = () => () => undefined;

function useIsBusy(store: RunStore | null): boolean {
  const read = () => store !== null && !hasEnded(store.view.status);
  return useSyncExternalStore(store?.subscribeStatus ?? calm, read, () => false);
}

/** Another tab or device may have gone on with this conversation. */
function useSync(store: ChatStore) {
  const { items } = useSessions();
  useEffect(() => {
    const { sessionId } = store.state();
    const session = items?.find((one) => one.id === sessionId);
    if (session !== undefined) store.sync(session);
  }, [items, store]);
}

/** Says politely what changed for someone who does not see it: that it is their turn, or that the answer is there. */
function Announcer({ store }: { store: RunStore | null }) {
  const t = useT();
  const read = () => (store?.view.phase === 'retry_backoff' ? 'retry_backoff' : (store?.view.status ?? null));
  const status = useSyncExternalStore(store?.subscribeStatus ?? calm, read, () => null);
  const texts = {
    queued: t('chat.phase.queued'),
    running: t('chat.phase.calling_model'),
    retry_backoff: t('chat.phase.retry_backoff'),
    waiting_permission: t('chat.phase.waiting_permission'),
    completed: '',
    failed: '',
    cancelled: t('chat.error.cancelled'),
  };
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {status === null ? '' : texts[status]}
    </p>
  );
}
