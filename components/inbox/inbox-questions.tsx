'use client';

import Link from 'next/link';
import { type KeyboardEvent, useEffect, useRef } from 'react';
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

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The open questions, those of one conversation together. Up and down lead from card to card. */
export function InboxQuestions({ questions, onSettled }: InboxQuestionsProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const titles = useTitles();
  useNextCard(box, questions.length);

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    const cards = cardsIn(box.current);
    const at = cards.indexOf(event.target as HTMLElement);
    const next = step === undefined || at < 0 ? undefined : cards[at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the cards inside
    <div ref={box} onKeyDown={move} className="flex flex-col gap-6">
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

function cardsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-testid=permission-card]') ?? [])];
}

function useTitles(): ReadonlyMap<string, string | null> {
  const { items } = useSessions();
  return new Map(items?.map((session) => [session.id, session.title]));
}

/** The card that was answered takes the focus with it; the keys go on with the next one. */
function useNextCard(box: { readonly current: HTMLElement | null }, count: number) {
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (isFewer && document.activeElement === document.body) cardsIn(box.current)[0]?.focus();
  }, [box, count]);
}
