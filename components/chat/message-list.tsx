'use client';

import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ChatState } from '@/lib/client/chat-state';
import { isStored } from '@/lib/client/run-outgoing';
import type { Turn } from '@/lib/client/run-turns';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { BranchBelow } from './branch-below';
import type { ChatActions } from './chat-actions';
import { ConversationSources } from './conversation-sources';
import { MessageRow } from './message-row';
import { ProgressLine } from './progress-line';
import { useFollowScroll } from './use-follow-scroll';
import { placeOfMessage, useReveal } from './use-reveal';

/** So many turns at the end are there from the start, and so many on each side of one that was looked for. */
const NEWEST = 40;
const AROUND = 8;

interface MessageListProps {
  readonly state: ChatState;
  readonly actions: ChatActions;
  readonly onOlder: () => void;
  /** A message to show, from a search hit. */
  readonly target: string | null;
  readonly find: string;
}

/** The conversation. Rows far from view cost no layout and no paint; older ones are loaded on the way up. */
export function MessageList({ state, actions, onOlder, target, find }: MessageListProps) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAway, jump, lead } = useFollowScroll(box, content);
  const { turns, hasOlder, loading } = state;
  useStableTop(box, turns[0]?.id);
  useJumpOnSend(turns, jump);
  const targetAt = loading === 'idle' ? placeOfMessage(turns, target) : -1;
  useReveal(box, content, { target: targetAt < 0 ? null : target, at: targetAt, find, onReveal: lead });

  return (
    <div className="relative min-h-0 flex-1">
      <div ref={box} className="h-full overflow-y-auto px-3.5 pt-5 pb-3 sm:px-6">
        <div
          ref={content}
          role="log"
          aria-label={t('chat.log')}
          aria-live="off"
          className="mx-auto flex max-w-[47.5rem] flex-col gap-5"
        >
          {hasOlder && <OlderButton box={box} isLoading={loading === 'older'} onOlder={onOlder} />}
          <ConversationSources turns={turns} earlierIn={hasOlder ? state.sessionId : null}>
            {turns.map((turn, index) => (
              <MessageRow
                key={turn.id}
                turn={turn}
                actions={actions}
                isWanted={turns.length - index <= NEWEST || (targetAt >= 0 && Math.abs(index - targetAt) <= AROUND)}
              />
            ))}
          </ConversationSources>
          <BranchBelow state={state} actions={actions} />
          {state.isStarting && <ProgressLine text={t('chat.phase.queued')} />}
        </div>
      </div>
      {isAway && (
        <Button
          size="small"
          className="-translate-x-1/2 absolute bottom-3 left-1/2 shadow-float"
          onClick={jump}
          data-testid="jump-to-newest"
        >
          <ArrowDown aria-hidden className="size-3.5" />
          {t('chat.jump')}
        </Button>
      )}
    </div>
  );
}

interface OlderButtonProps {
  readonly box: RefObject<HTMLElement | null>;
  readonly isLoading: boolean;
  readonly onOlder: () => void;
}

/** Loads by itself when it comes near, and by hand where that does not work. */
function OlderButton({ box, isLoading, onOlder }: OlderButtonProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    if (element === null || isLoading) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onOlder(), {
      root: box.current,
      rootMargin: '400px 0px 0px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isLoading, onOlder]);
  return (
    <Button ref={button} size="small" variant="ghost" className="self-center" busy={isLoading} onClick={onOlder}>
      {isLoading ? t('chat.loadingOlder') : t('chat.loadOlder')}
    </Button>
  );
}

/** Older messages above must not move what is being read. Browsers keep the place themselves, but not at the very top. */
function useStableTop(box: RefObject<HTMLElement | null>, firstId: string | undefined) {
  const before = useRef({ firstId, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { firstId: oldFirst, height } = before.current;
    const isPrepended = oldFirst !== undefined && oldFirst !== firstId && height > 0;
    const keepsPlace = typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto');
    if (isPrepended && (element.scrollTop < 2 || !keepsPlace)) element.scrollTop += element.scrollHeight - height;
    before.current = { firstId, height: element.scrollHeight };
  });
}

/** Who sends wants to see it; what another tab has sent moves nobody. */
function useJumpOnSend(turns: readonly Turn[], jump: () => void) {
  const last = turns.at(-1);
  const isSentHere = last?.kind === 'user' && (last.message.runId === null || !isStored(last.message));
  const lastUser = isSentHere ? last.id : null;
  useEffect(() => {
    if (lastUser !== null) jump();
  }, [lastUser, jump]);
}
