'use client';

import { useEffect, useSyncExternalStore } from 'react';
import type { ChatState } from './chat-state';
import { ChatStore } from './run-chat-store';
import { hasEnded } from './run-view';
import { forgetUnsent } from './unsent';

const MOST_KEPT = 8;
const stores = new Map<string, ChatStore>();

/** The conversation's store; the ones used last survive leaving the page. */
export function chatStoreOf(sessionId: string): ChatStore {
  const store = stores.get(sessionId) ?? new ChatStore(sessionId);
  keepChatStore(sessionId, store);
  return store;
}

/** A new chat becomes a conversation with an id. */
export function keepChatStore(sessionId: string, store: ChatStore): void {
  stores.delete(sessionId);
  stores.set(sessionId, store);
  for (const [id, old] of stores) {
    if (stores.size <= MOST_KEPT) return;
    const { active, queue } = old.state();
    const isAtWork = queue.length > 0 || (active !== null && !hasEnded(active.view.status));
    if (id !== sessionId && !isAtWork) stores.delete(id);
  }
}

/** It was deleted. */
export function forgetChatStore(sessionId: string): void {
  stores.delete(sessionId);
  forgetUnsent(sessionId);
}

/** Follows a conversation as long as the component is mounted. */
export function useChat(store: ChatStore): ChatState {
  useEffect(() => store.retain(), [store]);
  return useSyncExternalStore(store.subscribe, store.state, store.state);
}
