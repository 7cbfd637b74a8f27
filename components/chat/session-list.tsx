'use client';

import { useParams } from 'next/navigation';
import { useState } from 'react';
import type { SessionView } from '@/lib/client/run-api';
import { useSessions } from '@/lib/client/use-sessions';
import { useWaiting } from '@/lib/client/use-waiting';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { groupSessions, sessionGroupLabels } from './session-groups';
import { SessionItem } from './session-item';
import { SessionSearch } from './session-search';
import { useNow } from './use-now';

/** The conversations of the signed-in user: what waits for them, a search, and everything by age. */
export function SessionList() {
  const [search, setSearch] = useState('');
  return (
    <div className="flex flex-col gap-1 pb-2">
      <Waiting />
      <SessionSearch text={search} onText={setSearch} />
      {search.trim() === '' && <AllSessions />}
    </div>
  );
}

/** Said once when something begins to wait; the list below shows where. */
function Waiting() {
  const t = useT();
  const { questions } = useWaiting();
  return (
    <p role="status" className="sr-only">
      {questions.length === 0 ? '' : t('chat.inbox.label', { count: questions.length })}
    </p>
  );
}

function AllSessions() {
  const t = useT();
  const params = useParams<{ sessionId?: string }>();
  const { items, error, hasMore, loadMore } = useSessions();
  const now = useNow(true);
  if (items === undefined) {
    if (error !== undefined) return <Notice tone="error">{t('common.loadFailed')}</Notice>;
    return <SessionSkeleton />;
  }
  if (items.length === 0) return <p className="px-2.5 py-2 text-faint text-sm">{t('chat.sessions.empty')}</p>;
  return (
    <div>
      {groupSessions(items, now).map(([group, sessions]) => (
        <SessionGroup
          key={group}
          label={t(sessionGroupLabels[group])}
          sessions={sessions}
          currentId={params.sessionId}
        />
      ))}
      {hasMore && (
        <Button size="small" variant="ghost" className="mt-1 w-full" onClick={loadMore}>
          {t('chat.sessions.more')}
        </Button>
      )}
    </div>
  );
}

interface SessionGroupProps {
  readonly label: string;
  readonly sessions: readonly SessionView[];
  readonly currentId: string | undefined;
}

function SessionGroup({ label, sessions, currentId }: SessionGroupProps) {
  return (
    <section aria-label={label}>
      <h2 className="px-2.5 pt-2.5 pb-1 text-2xs text-faint">{label}</h2>
      <ul className="flex flex-col gap-px">
        {sessions.map((session) => (
          <SessionItem key={session.id} session={session} isCurrent={session.id === currentId} />
        ))}
      </ul>
    </section>
  );
}

const skeletonWidths = ['w-4/5', 'w-3/5', 'w-2/3', 'w-1/2'] as const;

function SessionSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-3.5 px-2.5 py-3">
      {skeletonWidths.map((width) => (
        <div key={width} className={`h-3 rounded bg-hover ${width}`} />
      ))}
    </div>
  );
}
