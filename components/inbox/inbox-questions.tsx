'use client';

import Link from 'next/link';
import { useSessions } from '@/lib/client/use-sessions';
import type { PermissionRequest } from '@/lib/ir';
import { OpenPermission } from '../chat/open-permission';
import { useT } from '../i18n/i18n-provider';
import { Time } from '../ui/time';
import { groupQuestions } from './group-questions';

interface InboxQuestionsProps {
  readonly questions: readonly PermissionRequest[];
  readonly onSettled: (request: PermissionRequest) => void;
}

/** The open questions, those of one conversation together. */
export function InboxQuestions({ questions, onSettled }: InboxQuestionsProps) {
  const t = useT();
  const titles = useTitles();
  return (
    <div className="flex flex-col gap-6">
      {groupQuestions(questions).map((group) => {
        const title = titles.get(group.sessionId) ?? t('chat.untitled');
        return (
          <section key={group.sessionId} aria-label={title} className="flex flex-col gap-3">
            <h2 className="min-w-0 font-semibold text-base">
              <Link
                href={`/chat/${encodeURIComponent(group.sessionId)}`}
                className="break-words underline-offset-4 hover:underline"
              >
                {title}
              </Link>
            </h2>
            {group.questions.map((request) => (
              <div key={request.id} className="flex flex-col gap-1.5">
                <OpenPermission request={request} onSettled={onSettled} />
                <p className="flex flex-wrap gap-x-3 px-1 text-faint text-xs">
                  <span>
                    {t('inbox.asked')} <Time value={request.tool_call.timestamp} />
                  </span>
                  <span>
                    {t('inbox.expires')} <Time value={request.expires_at} absolute />
                  </span>
                </p>
              </div>
            ))}
          </section>
        );
      })}
    </div>
  );
}

function useTitles(): ReadonlyMap<string, string | null> {
  const { items } = useSessions();
  return new Map(items?.map((session) => [session.id, session.title]));
}
