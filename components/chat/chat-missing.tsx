'use client';

import Link from 'next/link';
import { moveDraftToNew, useDraft } from '@/lib/client/use-draft';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { ScrollBox } from './scroll-box';

/** What stands at the address of a conversation that is not there: nothing can be sent from here, and no words are lost. */
export function ChatMissing({ sessionId }: { sessionId: string }) {
  const t = useT();
  const [draft] = useDraft(sessionId);
  return (
    <div data-testid="chat-missing" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-md flex-col items-start justify-center gap-3 px-6 pt-6 pb-[12vh]">
        <p className="text-pretty text-dim text-sm">{t('chat.missing.text')}</p>
        {draft !== '' && (
          <>
            <p className="text-sm">{t('chat.missing.draft')}</p>
            <ScrollBox
              label={t('chat.missing.words')}
              className="max-h-60 w-full whitespace-pre-wrap wrap-anywhere border border-line-soft px-3 py-2 text-sm"
            >
              {draft}
            </ScrollBox>
          </>
        )}
        <Link href="/" className={buttonClass()} onClick={() => moveDraftToNew(sessionId)}>
          {t('chat.newTitle')}
        </Link>
      </div>
    </div>
  );
}
