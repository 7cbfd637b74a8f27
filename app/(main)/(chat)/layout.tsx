import type { ReactNode } from 'react';
import { ChatHost } from '@/components/chat/chat-host';

/** The chat outlives a change of its address, which the first message of a new one brings. */
export default function ChatLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ChatHost />
      {children}
    </>
  );
}
