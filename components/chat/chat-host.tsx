'use client';

import { useParams, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ChatStore } from '@/lib/client/run-chat-store';
import { isLeaving } from '@/lib/client/transition';
import { chatStoreOf, keepChatStore } from '@/lib/client/use-chat';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { ChatView } from './chat-view';

/** A conversation and the address it is shown at: null while it has none. */
interface Shown {
  readonly sessionId: string | null;
  readonly store: ChatStore;
  readonly order: number;
}

function open(sessionId: string | null, order: number): Shown {
  // Rendered on the server first, where nothing may be kept between two readers.
  const isKept = sessionId !== null && typeof window !== 'undefined';
  return { sessionId, order, store: isKept ? chatStoreOf(sessionId) : new ChatStore(sessionId) };
}

/** A new chat that has got its address goes on as it is; any other address is another chat. */
function moveOn(shown: Shown, sessionId: string | null): Shown {
  if (sessionId !== null && shown.store.state().sessionId === sessionId) return { ...shown, sessionId };
  return open(sessionId, shown.order + 1);
}

/**
 * The chat at the present address, new or old; `?message=` names the message to show, `find` the words in it. The first message of a new chat
 * gives it an id, and the view stays as it is under the new address.
 */
export function ChatHost() {
  const router = useRouter();
  const { sessionId: id } = useParams<{ sessionId?: string }>();
  const sessionId = id === undefined ? null : decodeURIComponent(id);
  const search = useSearchParams();
  const [shown, setShown] = useState(() => open(sessionId, 0));
  if (shown.sessionId !== sessionId) setShown(moveOn(shown, sessionId));

  const { store } = shown;
  useEffect(() => {
    const keep = (made: string) => {
      keepChatStore(made, store);
      refreshSidebar();
    };
    store.onSession = (made) => {
      keep(made);
      // Whoever is going elsewhere meanwhile, or has gone, is not fetched back.
      if (!isLeaving()) router.replace(`/chat/${encodeURIComponent(made)}`);
    };
    return () => {
      store.onSession = keep;
    };
  }, [router, store]);
  return <ChatView key={shown.order} store={store} target={search.get('message')} find={search.get('find') ?? ''} />;
}
