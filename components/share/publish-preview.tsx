'use client';

import { ChevronRight, Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SharePreview } from '@/lib/client/share-resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { useFormat } from '../i18n/use-format';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { ShareFindings } from './share-findings';
import { SharedMessages } from './shared-chat';
import { type ShareChoice, useSharePreview } from './use-share-preview';

interface PublishPreviewProps {
  readonly sessionId: string;
  readonly include: ShareChoice;
  readonly onInclude: (include: ShareChoice) => void;
}

/** Before anything is published: what readers will see, what they never see, and what in it may be private. */
export function PublishPreview({ sessionId, include, onInclude }: PublishPreviewProps) {
  const t = useT();
  const errorText = useErrorText();
  const { data, error } = useSharePreview(sessionId, include);
  const box = useRef<HTMLDivElement>(null);
  const [isShown, setIsShown] = useState(false);

  function show(message: number) {
    setIsShown(true);
    // Once it is there.
    setTimeout(() => {
      const found = box.current?.querySelector<HTMLElement>(`[data-shared-message="${message}"]`);
      found?.scrollIntoView({ block: 'nearest' });
      found?.focus({ preventScroll: true });
    });
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="overflow-hidden rounded-xl border border-line bg-bg/60 text-sm">
        <div className="flex gap-3 px-4 py-3">
          <Eye aria-hidden className="mt-1 size-4 shrink-0 text-dim" />
          <PreviewSummary data={data} include={include} />
        </div>
        {data && (
          <div className="border-line-soft border-t px-2 py-1">
            <Button variant="ghost" size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              <ChevronRight aria-hidden className={`size-3.5 transition-transform ${isShown ? 'rotate-90' : ''}`} />
              {t('sharing.showPreview')}
            </Button>
          </div>
        )}
        {data && isShown && (
          <section
            ref={box}
            aria-label={t('sharing.showPreview')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            data-testid="share-preview"
            className="flex max-h-80 flex-col gap-4 overflow-y-auto border-line-soft border-t bg-bg px-4 py-3 -outline-offset-2"
          >
            <SharedMessages messages={data.share.messages} token={null} />
          </section>
        )}
      </div>
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      {data && <ShareFindings preview={data} include={include} onInclude={onInclude} onShow={show} />}
    </div>
  );
}

function PreviewSummary({ data, include }: { data: SharePreview | undefined; include: ShareChoice }) {
  const t = useT();
  const also = [
    include.thinking && t('sharing.thinking'),
    include.tools && t('sharing.tools'),
    include.files && t('sharing.files'),
  ].filter((part) => part !== false);
  return (
    <div className="min-w-0">
      <p className="min-h-5 break-words font-medium">{data?.title}</p>
      <p className="min-h-5 text-dim">{data && t('sharing.messageCount', { count: data.messages })}</p>
      <p className="text-dim">{t('sharing.visibleText')}</p>
      {data && data.files.length > 0 && <NamedFiles files={data.files} />}
      {also.length > 0 && <p className="text-text">{t('sharing.alsoVisible', { parts: also.join(', ') })}</p>}
      <p className="text-faint text-xs">{t('sharing.neverVisible')}</p>
    </div>
  );
}

/** Each by name: a person may have forgotten what is there. */
function NamedFiles({ files }: { files: SharePreview['files'] }) {
  const t = useT();
  const format = useFormat();
  const named = files.map(({ name, size }) => `${name} (${format.bytes(size)})`).join(', ');
  return (
    <p data-testid="share-files" className="text-text [overflow-wrap:anywhere]">
      {t('sharing.filesNamed', { files: named })}
    </p>
  );
}
