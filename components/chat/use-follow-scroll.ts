'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const NEAR_PX = 56;

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
    const element = box.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    const onScroll = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      if (isNear !== isFollowing.current) follow(isNear);
    };
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(inner);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [box, content, follow]);

  return { isAway, jump, follow };
}
