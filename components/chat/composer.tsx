'use client';

import { ArrowUp, Paperclip, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Attachment, readyFiles, type Unsent } from '@/lib/client/unsent';
import { useT } from '../i18n/i18n-provider';
import { lazyPart } from '../i18n/lazy-part';
import { IconButton } from '../ui/icon-button';
import { useToast } from '../ui/toaster';
import { useHydrated } from '../ui/use-hydrated';
import { attachImages, isImageFile } from './attach-images';
import { useDrop } from './use-drop';

/** What a chooser shows first; the server looks at the content. */
const AttachedFiles = lazyPart(() => import('./attached-files').then((module) => module.AttachedFiles));
const AttachedImages = lazyPart(() => import('./attached-images').then((module) => module.AttachedImages));

const accepted =
  'image/png,image/jpeg,image/gif,image/webp,text/*,.csv,.tsv,.json,.jsonl,.md,.txt,.log,.xml,.yaml,.yml,.toml,.sql,.py,.ts,.tsx,.js,.css,.html,.sh';

export interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly images: readonly string[];
  readonly files: readonly Attachment[];
  /** What holds both. */
  readonly unsent: Unsent;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
  readonly onEscape: () => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Beside the attach button: the model. */
  readonly tools: ReactNode;
}

/** Where a message is written. Enter sends, but never the Enter that ends a word of an input method. */
export function Composer(props: ComposerProps) {
  const { text, onText, images, files, unsent, isBusy, onSend, onStop, onEscape, field, tools } = props;
  const t = useT();
  const hintId = useId();
  const attach = useAttach(unsent);
  const drop = useDrop(attach);
  const canSend = text.trim() !== '' && readyFiles(files) !== null;
  const hydrated = useHydrated();
  useGrowing(field, text);
  useWrittenEarly(field, onText);

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onEscape();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (canSend) onSend();
  }

  function paste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    attach(pasted);
  }

  return (
    <div
      {...drop.handlers}
      className={`relative rounded-2xl border bg-card shadow-float focus-within:border-edge ${drop.isOver ? 'border-cyan' : 'border-line'}`}
    >
      {drop.isOver && (
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-2xl bg-card/90 text-cyan text-sm">
          {t('files.drop')}
        </p>
      )}
      <Suspense>
        {files.length > 0 && <AttachedFiles items={files} onRemove={unsent.remove} />}
        {images.length > 0 && (
          <AttachedImages
            urls={images}
            onRemove={(at) => unsent.setImages(images.filter((_, index) => index !== at))}
          />
        )}
      </Suspense>
      <textarea
        ref={field}
        data-testid="composer"
        data-answers={hydrated || undefined}
        rows={1}
        enterKeyHint="send"
        value={text}
        aria-label={t('chat.composer.label')}
        aria-describedby={hintId}
        placeholder={isBusy ? t('chat.composer.placeholderBusy') : t('chat.composer.placeholder')}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={pressKey}
        onPaste={paste}
        className="block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-field leading-relaxed outline-none sm:text-base"
      />
      <div className="flex items-center gap-0.5 px-2 pb-2">
        <AttachButton onFiles={attach} />
        {tools}
        <span id={hintId} className="ml-auto truncate pr-2 text-2xs text-faint max-sm:sr-only">
          {t('chat.composer.hint')}
        </span>
        <SendButtons isBusy={isBusy} canSend={canSend} onSend={onSend} onStop={onStop} />
      </div>
    </div>
  );
}

type SendButtonsProps = Pick<ComposerProps, 'isBusy' | 'onSend' | 'onStop'> & { readonly canSend: boolean };

function SendButtons({ isBusy, canSend, onSend, onStop }: SendButtonsProps) {
  const t = useT();
  return (
    <div className="flex gap-1.5 max-sm:ml-auto">
      {isBusy && (
        <IconButton
          label={t('chat.composer.stop')}
          data-testid="stop"
          onClick={onStop}
          className="border border-amber/50 bg-amber-soft text-amber"
        >
          <Square className="fill-current text-amber" />
        </IconButton>
      )}
      {(!isBusy || canSend) && (
        <IconButton
          label={isBusy ? t('chat.composer.queue') : t('chat.composer.send')}
          data-testid="send"
          disabled={!canSend}
          onClick={onSend}
          className="border border-text bg-text text-bg enabled:hover:bg-text enabled:hover:text-bg enabled:hover:opacity-90"
        >
          <ArrowUp />
        </IconButton>
      )}
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton label={t('chat.composer.attach')} size="small" onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
    </>
  );
}

/** Pictures become part of the message, everything else a file of the chat. */
function useAttach(unsent: Unsent) {
  const t = useT();
  const show = useToast();
  return (given: readonly File[]) => {
    unsent.add(given.filter((file) => !isImageFile(file)));
    const pictures = given.filter(isImageFile);
    if (pictures.length === 0) return;
    attachImages(pictures, unsent).then(
      (problem) => {
        if (problem === null) return;
        show(t(problem === 'size' ? 'chat.composer.imageTooLarge' : 'chat.composer.imageKind'), 'warning');
      },
      () => show(t('chat.composer.imageKind'), 'warning'),
    );
  };
}

/** What was written while the page was still loading stays. */
function useWrittenEarly(field: RefObject<HTMLTextAreaElement | null>, onText: (text: string) => void) {
  const adopt = useEffectEvent(() => {
    const written = field.current?.value ?? '';
    if (written !== '') onText(written);
  });
  useLayoutEffect(() => adopt(), []);
}

/** Browsers disagree about which Enter belongs to an input method; 229 is what the older ones say. */
function isComposing(event: KeyboardEvent): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}

function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides about the height
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text, field]);
}
