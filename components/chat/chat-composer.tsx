'use client';

import { X } from 'lucide-react';
import { type RefObject, Suspense, useEffect } from 'react';
import type { ChatState } from '@/lib/client/chat-state';
import type { FileView } from '@/lib/client/files';
import { hasKeyboard } from '@/lib/client/has-keyboard';
import type { ChatStore } from '@/lib/client/run-chat-store';
import type { Branch, OutgoingMessage } from '@/lib/client/run-outgoing';
import { readyFiles } from '@/lib/client/unsent';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import type { MetonaStoredMessage } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { errorText } from '../i18n/use-error-text';
import { IconButton } from '../ui/icon-button';
import { Notice } from '../ui/notice';
import { Composer } from './composer';
import { ModelPicker } from './model-picker';
import { useComposed } from './use-composed';
import { useIsOnline } from './use-is-online';

const QueueList = lazyPart(() => import('./queue-list').then((module) => module.QueueList));
const ContextGauge = lazyPart(() => import('./context-gauge').then((module) => module.ContextGauge));

interface Words {
  readonly text: string;
  readonly images: readonly string[];
  readonly files: readonly FileView[];
  readonly branch: Branch | null;
}

interface ChatComposerProps {
  readonly store: ChatStore;
  readonly state: ChatState;
  readonly isBusy: boolean;
  readonly model: ModelChoiceState;
  readonly editing: MetonaStoredMessage | null;
  readonly onEditEnd: () => void;
  readonly onSend: (words: Words) => void;
  /** The first character is there. */
  readonly onWriting: () => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The composer with what belongs to this conversation: its draft, what waits in line, what was refused. */
export function ChatComposer(props: ChatComposerProps) {
  const { store, state, isBusy, model, editing, onEditEnd, onSend, onWriting, field } = props;
  const t = useT();
  const isOnline = useIsOnline();
  const { refused } = state;
  const words = useComposed({ sessionId: state.sessionId, editing, refused: refused?.message ?? null, field });
  const { text, images, files } = words;

  const isWriting = text !== '';
  useEffect(() => {
    if (isWriting) onWriting();
  }, [isWriting, onWriting]);

  function send() {
    const ready = readyFiles(files);
    if (ready === null) return;
    onSend({ text, images, files: ready, branch: editing === null ? null : { kind: 'edit', message: editing } });
    words.clear();
    onEditEnd();
  }

  function unqueue(message: OutgoingMessage) {
    store.unqueue(message.key);
    words.takeBack(message);
    field.current?.focus();
  }

  function stop() {
    void store.stop();
    if (hasKeyboard()) field.current?.focus();
  }

  return (
    <div className="mx-auto w-full max-w-[49.5rem] px-3 pb-3 sm:px-4 sm:pb-4">
      {refused !== null && isOnline && (
        <div className="mb-2">
          <Notice tone="error">
            {t('chat.composer.refused', { reason: errorText(t, refused.error.code) })}
            {refused.error.code === 'invalid_request' && ` ${refused.error.message}`}
          </Notice>
        </div>
      )}
      {(!isOnline || state.connection === 'reconnecting') && (
        <p role="status" className="mb-1.5 px-2 text-orange text-xs">
          {isOnline ? t('chat.reconnecting') : t('chat.offline')}
        </p>
      )}
      {state.queue.length > 0 && (
        <Suspense>
          <QueueList
            queue={state.queue}
            onRemove={unqueue}
            onSteer={state.active === null ? null : (key) => void store.steer(key)}
          />
        </Suspense>
      )}
      {editing !== null && (
        <div className="mb-1.5 flex items-center gap-2 px-2 text-dim text-xs">
          <span className="min-w-0 flex-1">{t('chat.composer.editing')}</span>
          <IconButton label={t('chat.composer.cancelEdit')} size="small" onClick={onEditEnd}>
            <X />
          </IconButton>
        </div>
      )}
      <Composer
        text={text}
        onText={words.setText}
        images={images}
        files={files}
        unsent={words.unsent}
        isBusy={isBusy}
        onSend={send}
        onStop={stop}
        onEscape={onEditEnd}
        field={field}
        tools={
          <>
            <ModelPicker state={model} />
            {state.sessionId !== null && (
              <Suspense>
                <ContextGauge sessionId={state.sessionId} choice={model.choice} revision={revisionOf(state, isBusy)} />
              </Suspense>
            )}
          </>
        }
      />
    </div>
  );
}

/** What the next message would follow: it changes when an answer has ended or another branch is shown. */
const revisionOf = ({ turns, below }: ChatState, isBusy: boolean) =>
  `${turns.length}:${turns.at(-1)?.id}:${below?.newest}:${isBusy}`;
