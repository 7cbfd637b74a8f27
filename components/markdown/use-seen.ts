'use client';

import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has come near what is visible; stays true from then on. */
export function useSeen(element: RefObject<Element | null>, isWanted: boolean): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (!isWanted || isSeen || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWanted, isSeen]);
  return isSeen;
}
