'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Going down again, so near counts as being at the bottom. Going up, nothing does: the smallest move lets go. */
const NEAR_PX = 56;
/** Places are fractions of pixels where the page is zoomed. */
const SAME_PX = 1.5;
/** What was opened by hand takes so long to unfold; until then nothing pulls it out of view. */
const UNFOLD_MS = 400;

interface Follower {
  readonly isFollowing: () => boolean;
  readonly follow: (value: boolean) => void;
}

const leftBelow = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight;

/** Watches the two elements until the answer is called. */
function watch(box: HTMLElement, content: HTMLElement, { isFollowing, follow }: Follower): () => void {
  let lastTop = box.scrollTop;
  let unfolding: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    const step = box.scrollTop - lastTop;
    lastTop = box.scrollTop;
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
  content.addEventListener('click', onClick, { capture: true });
  observer.observe(content);
  observer.observe(box);
  return () => {
    clearTimeout(unfolding);
    box.removeEventListener('scroll', onScroll);
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

  const follow = useCallback((value: boolean) => {
    isFollowing.current = value;
    setIsAway(!value);
  }, []);

  const jump = useCallback(() => {
    follow(true);
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [box, follow]);

  useEffect(() => {
    if (box.current === null || content.current === null) return;
    return watch(box.current, content.current, { isFollowing: () => isFollowing.current, follow });
  }, [box, content, follow]);

  return { isAway, jump, follow };
}
