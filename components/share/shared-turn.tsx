'use client';

import type { SharedMessageView } from '@/lib/client/public-share';
import { useT } from '../i18n/i18n-provider';
import { CopyButton } from '../ui/copy-button';
import { MarkdownText } from '../ui/markdown-text';
import { byPosition } from './by-position';
import { SharedFiles } from './shared-files';
import { SharedThinking } from './shared-thinking';
import { SharedTools } from './shared-tools';

interface SharedTurnProps {
  /** Null in a preview. */
  readonly token: string | null;
  /** One question, or all steps of an answer. */
  readonly messages: readonly SharedMessageView[];
  /** The number of its first message. */
  readonly first: number;
}

/** A question or an answer, drawn as in the chat; what is off the screen is not laid out. */
export function SharedTurn({ token, messages, first }: SharedTurnProps) {
  const t = useT();
  const mine = messages[0]?.role === 'user';
  const text = messages
    .map(({ content }) => content)
    .filter((content) => content !== '')
    .join('\n\n');
  return (
    <article
      aria-label={t(mine ? 'sharing.you' : 'sharing.assistant')}
      className={`flex min-w-0 flex-col [contain-intrinsic-size:auto_8rem] [content-visibility:auto] ${mine ? 'items-end' : ''}`}
    >
      {byPosition(messages).map(({ key, item }, index) => (
        <div
          key={key}
          data-shared-message={first + index}
          tabIndex={-1}
          className={`flex min-w-0 flex-col gap-3 outline-none ${mine ? 'max-w-[88%] sm:max-w-[84%]' : 'pb-3'}`}
        >
          {mine ? <Question token={token} message={item} /> : <AnswerStep token={token} message={item} />}
        </div>
      ))}
      {!mine && text !== '' && (
        <p className="-ml-1.5">
          <CopyButton text={text} label={t('chat.actions.copy')} />
        </p>
      )}
    </article>
  );
}

interface PartProps {
  readonly token: string | null;
  readonly message: SharedMessageView;
}

function Question({ token, message }: PartProps) {
  return (
    <div className="flex min-w-0 max-w-full flex-col gap-2 rounded-2xl rounded-br-md border border-line-soft bg-raise px-3.5 py-2">
      <SharedFiles token={token} files={message.files ?? []} />
      {message.content !== '' && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message.content}</p>}
    </div>
  );
}

function AnswerStep({ token, message }: PartProps) {
  return (
    <>
      {message.thinking && <SharedThinking text={message.thinking} />}
      {message.content !== '' && <MarkdownText text={message.content} />}
      <SharedTools tools={message.tools ?? []} />
      <SharedFiles token={token} files={message.files ?? []} />
    </>
  );
}
