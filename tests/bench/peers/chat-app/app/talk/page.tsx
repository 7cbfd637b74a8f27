'use client';

import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { type KeyboardEvent, useState } from 'react';
import { Streamdown } from 'streamdown';
import 'streamdown/styles.css';

const transport = new DefaultChatTransport({ api: '/api/talk' });

const textOf = ({ parts }: UIMessage) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

/** B4: a chat as the documentation of both packages shows it. */
export default function Page() {
  const { messages, sendMessage, status, stop } = useChat({ transport });
  const [text, setText] = useState('');
  const isBusy = status === 'submitted' || status === 'streaming';

  function pressKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void sendMessage({ text });
    setText('');
  }

  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} data-testid={`message-${message.role}`}>
          <Streamdown isAnimating={isBusy}>{textOf(message)}</Streamdown>
        </article>
      ))}
      <textarea
        data-testid="composer"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={pressKey}
      />
      {isBusy && (
        <button type="button" data-testid="stop" onClick={() => void stop()}>
          Stop
        </button>
      )}
    </main>
  );
}
