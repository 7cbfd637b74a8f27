'use client';

import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { ChatStore } from '@/lib/client/run-chat-store';
import { chatStoreOf } from '@/lib/client/use-chat';
import { ChatView } from './chat-view';

/** A conversation by its id; `?message=` names the one to show. */
export function ExistingChat({ sessionId }: { sessionId: string }) {
  return <Chat key={sessionId} sessionId={sessionId} />;
}

function Chat({ sessionId }: { sessionId: string }) {
  const target = useSearchParams().get('message');
  // Rendered on the server first, where nothing may be kept between two readers.
  const [store] = useState(() => (typeof window === 'undefined' ? new ChatStore(sessionId) : chatStoreOf(sessionId)));
  return <ChatView store={store} target={target} />;
}
