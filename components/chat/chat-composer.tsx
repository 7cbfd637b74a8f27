'use client';

import { X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChatState } from '@/lib/client/chat-state';
import type { FileView } from '@/lib/client/files';
import type { ChatStore } from '@/lib/client/run-chat-store';
import type { Branch } from '@/lib/client/run-outgoing';
import { readyFiles, useAttachments } from '@/lib/client/use-attachments';
import { useDraft } from '@/lib/client/use-draft';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import type { MetonaStoredMessage } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { IconButton } from '../ui/icon-button';
import { Notice } from '../ui/notice';
import { Composer } from './composer';
import { ContextGauge } from './context-gauge';
import { ModelPicker } from './model-picker';
import { QueueList } from './queue-list';

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
  const [draft, setDraft] = useDraftOf(state.sessionId);
  const [images, setImages] = useState<readonly string[]>([]);
  const files = useAttachments();
  const resetFiles = files.reset;
  const { refused } = state;

  useEffect(() => {
    if (editing === null) return;
    setDraft(editing.content);
    setImages(editing.images?.map((image) => image.url) ?? []);
    field.current?.focus();
  }, [editing, setDraft, field]);

  useEffect(() => {
    if (refused === null) return;
    setDraft(refused.message.text);
    setImages(refused.message.images);
    resetFiles(refused.message.files);
  }, [refused, setDraft, resetFiles]);

  const isWriting = draft !== '';
  useEffect(() => {
    if (isWriting) onWriting();
  }, [isWriting, onWriting]);

  function send() {
    const ready = readyFiles(files.items);
    if (ready === null) return;
    onSend({ text: draft, images, files: ready, branch: editing === null ? null : { kind: 'edit', message: editing } });
    setDraft('');
    setImages([]);
    resetFiles([]);
    onEditEnd();
  }

  function cancelEdit() {
    setDraft('');
    setImages([]);
    onEditEnd();
  }

  return (
    <div className="mx-auto w-full max-w-[49.5rem] px-3 pb-3 sm:px-4 sm:pb-4">
      {refused !== null && (
        <div className="mb-2">
          <Notice tone="error">
            {t('chat.composer.refused', { reason: errorText(t, refused.error.code) })}
            {refused.error.code === 'invalid_request' && ` ${refused.error.message}`}
          </Notice>
        </div>
      )}
      {state.connection === 'reconnecting' && (
        <p role="status" className="mb-1.5 px-2 text-orange text-xs">
          {t('chat.reconnecting')}
        </p>
      )}
      <QueueList
        queue={state.queue}
        onRemove={store.unqueue}
        onSteer={state.active === null ? null : (key) => void store.steer(key)}
      />
      {editing !== null && (
        <div className="mb-1.5 flex items-center gap-2 px-2 text-dim text-xs">
          <span className="min-w-0 flex-1">{t('chat.composer.editing')}</span>
          <IconButton label={t('chat.composer.cancelEdit')} size="small" onClick={cancelEdit}>
            <X />
          </IconButton>
        </div>
      )}
      <Composer
        text={draft}
        onText={setDraft}
        images={images}
        onImages={setImages}
        files={files}
        isBusy={isBusy}
        onSend={send}
        onStop={() => void store.stop()}
        field={field}
        tools={
          <>
            <ModelPicker state={model} />
            {state.sessionId !== null && (
              <ContextGauge sessionId={state.sessionId} choice={model.choice} revision={revisionOf(state, isBusy)} />
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

/** The draft of this conversation. What was written while a new chat had no id yet moves along to the id. */
function useDraftOf(sessionId: string | null): ReturnType<typeof useDraft> {
  const [draft, setDraft] = useDraft(sessionId);
  const [, setNewDraft] = useDraft(null);
  const before = useRef({ sessionId, draft });
  useEffect(() => {
    const { sessionId: from, draft: words } = before.current;
    if (from !== null || sessionId === null || words === '') return;
    setDraft(words);
    setNewDraft('');
  }, [sessionId, setDraft, setNewDraft]);
  useEffect(() => {
    before.current = { sessionId, draft };
  });
  return [draft, setDraft];
}
