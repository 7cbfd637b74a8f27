'use client';

import { type RefObject, useEffect } from 'react';

/** Marks a line that scrolls sideways with where there is more of it: `data-more-before`, `data-more-after`. */
export function useScrollEdges(line: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = line.current;
    if (element === null) return;
    const mark = () => {
      const rest = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-more-before', element.scrollLeft > 1);
      element.toggleAttribute('data-more-after', rest > 1);
    };
    mark();
    element.addEventListener('scroll', mark, { passive: true });
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', mark);
      observer.disconnect();
    };
  }, [line]);
}
