import type { MetonaStoredMessage } from '@/lib/ir';
import type { ChatStore } from './run-chat-store';

/** The conversation on the screen, for those who are not part of its page. */
interface OpenChat {
  readonly store: ChatStore;
  readonly again: (question: MetonaStoredMessage) => void;
  /** Puts the caret where messages are written. */
  readonly focus: () => void;
}

let open: OpenChat | null = null;

/** Says which conversation is on the screen; the answer takes it back. */
export function offerOpenChat(chat: OpenChat): () => void {
  open = chat;
  return () => {
    if (open === chat) open = null;
  };
}

export const openChat = (): OpenChat | null => open;
