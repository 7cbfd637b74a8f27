'use client';

import { type RefObject, useEffect } from 'react';
import { offerOpenChat } from '@/lib/client/open-chat';
import type { ChatStore } from '@/lib/client/run-chat-store';
import type { ChatActions } from '../chat/chat-actions';

/** Lets the palette and the shortcuts act on the conversation that is on the screen. */
export function useOfferedChat(store: ChatStore, actions: ChatActions, field: RefObject<HTMLElement | null>): void {
  useEffect(
    () => offerOpenChat({ store, again: actions.again, focus: () => field.current?.focus() }),
    [store, actions, field],
  );
}
