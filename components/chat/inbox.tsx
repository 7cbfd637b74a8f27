'use client';

import { Hand } from 'lucide-react';
import Link from 'next/link';
import { useWaiting } from '@/lib/client/use-waiting';
import { useT } from '../i18n/i18n-provider';
import { Time } from '../ui/time';

/** Everything that waits for a decision, whichever conversation it belongs to. Nothing waits: nothing is shown. */
export function Inbox() {
  const t = useT();
  const { questions: requests } = useWaiting();
  return (
    <section aria-label={t('chat.inbox.title')} data-testid="inbox">
      <p role="status" className="sr-only">
        {requests.length === 0 ? '' : t('chat.inbox.label', { count: requests.length })}
      </p>
      {requests.length > 0 && (
        <div className="mb-1 rounded-lg border border-amber/35 bg-amber-soft p-1">
          <h2 className="flex items-center gap-1.5 px-1.5 py-0.5 font-medium text-amber text-xs">
            <Hand aria-hidden className="size-3.5" />
            <Link href="/inbox" prefetch={false} className="flex-1 underline-offset-3 hover:underline">
              {t('chat.inbox.title')}
            </Link>
            <span className="tabular-nums">{requests.length}</span>
          </h2>
          <ul>
            {requests.map((request) => (
              <li key={request.id}>
                <Link
                  href={`/chat/${encodeURIComponent(request.session_id)}`}
                  prefetch={false}
                  className="flex items-baseline gap-2 rounded-md px-1.5 py-1 text-sm hover:bg-hover"
                >
                  <span className="sr-only">{t('chat.inbox.entry', { tool: request.tool_call.name })}</span>
                  <span aria-hidden className="min-w-0 flex-1 truncate font-mono text-xs">
                    {request.tool_call.name}
                  </span>
                  <span className="shrink-0 text-2xs text-dim">
                    <Time value={request.tool_call.timestamp} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
