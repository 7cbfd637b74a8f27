'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { ChatStore } from '@/lib/client/run-chat-store';
import { keepChatStore } from '@/lib/client/use-chat';
import { refreshSidebar } from '@/lib/client/use-sessions';
import { ChatView } from './chat-view';

/** A chat without an id yet: the first message gives it one, and its stream goes on under the new address. */
export function NewChat() {
  const router = useRouter();
  const [store] = useState(() => new ChatStore(null));
  useEffect(() => {
    store.onSession = (sessionId) => {
      keepChatStore(sessionId, store);
      refreshSidebar();
      router.replace(`/chat/${encodeURIComponent(sessionId)}`);
    };
  }, [router, store]);
  return <ChatView store={store} target={null} />;
}
