'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Going down again, so near counts as being at the bottom. Going up, nothing does: the smallest move lets go. */
const NEAR_PX = 56;
/** Places are fractions of pixels where the page is zoomed. */
const SAME_PX = 1.5;
/** What was opened by hand takes so long to unfold; until then nothing pulls it out of view. */
const UNFOLD_MS = 400;

/** What only a reader does, as opposed to scrolling by the page itself. */
export const handEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface Follower {
  readonly isFollowing: () => boolean;
  readonly follow: (value: boolean) => void;
  /** Whether the reader was led to a place and has not moved since: arriving at the end there follows nothing. */
  readonly isLed: () => boolean;
  readonly letGo: () => void;
}

const leftBelow = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;

/** Watches the two elements until the answer is called. */
function watch(box: HTMLElement, content: HTMLElement, { isFollowing, follow, isLed, letGo }: Follower): () => void {
  let lastTop = box.scrollTop;
  let unfolding: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    const step = box.scrollTop - lastTop;
    lastTop = box.scrollTop;
    if (isLed()) return;
    // Only a reader goes up. Text that arrives moves the end away from them, not them away from the end.
    if (leftBelow(box) <= SAME_PX || (step > 0 && leftBelow(box) < NEAR_PX)) follow(true);
    else if (step < -SAME_PX) follow(false);
  };
  const onClick = (event: Event) => {
    const isToggle = event.target instanceof Element && event.target.closest('[aria-expanded], summary') !== null;
    if (!isToggle || !isFollowing()) return;
    clearTimeout(unfolding);
    unfolding = setTimeout(() => {
      unfolding = undefined;
      follow(leftBelow(box) <= SAME_PX);
    }, UNFOLD_MS);
  };
  const observer = new ResizeObserver(() => {
    if (isFollowing() && unfolding === undefined) box.scrollTop = box.scrollHeight;
    lastTop = box.scrollTop;
  });
  box.addEventListener('scroll', onScroll, { passive: true });
  for (const name of handEvents) box.addEventListener(name, letGo, { passive: true, capture: true });
  content.addEventListener('click', onClick, { capture: true });
  observer.observe(content);
  observer.observe(box);
  return () => {
    clearTimeout(unfolding);
    box.removeEventListener('scroll', onScroll);
    for (const name of handEvents) box.removeEventListener(name, letGo, { capture: true });
    content.removeEventListener('click', onClick, { capture: true });
    observer.disconnect();
  };
}

/**
 * Keeps the newest text in view as long as the reader is at the bottom, and never moves them otherwise. Works on the
 * elements themselves: text that grows causes no render.
 */
export function useFollowScroll(box: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const isFollowing = useRef(true);
  const [isAway, setIsAway] = useState(false);

  const isLed = useRef(false);

  const follow = useCallback((value: boolean) => {
    isFollowing.current = value;
    setIsAway(!value);
  }, []);

  const jump = useCallback(() => {
    isLed.current = false;
    follow(true);
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [box, follow]);

  /** Before the page itself goes to a place: what still arrives there does not pull the reader away. */
  const lead = useCallback(() => {
    isLed.current = true;
    follow(false);
  }, [follow]);

  useEffect(() => {
    if (box.current === null || content.current === null) return;
    return watch(box.current, content.current, {
      isFollowing: () => isFollowing.current,
      follow,
      isLed: () => isLed.current,
      letGo: () => {
        isLed.current = false;
      },
    });
  }, [box, content, follow]);

  return { isAway, jump, lead };
}
