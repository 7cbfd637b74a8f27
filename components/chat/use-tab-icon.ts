'use client';

import { useEffect } from 'react';

const icons = () => document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]');

/**
 * Another icon for the tab; null for the page's own. It stands in every link there is, since browsers choose among them
 * in ways of their own, and after a navigation the page's link arrives late.
 */
export function useTabIcon(icon: string | null): void {
  useEffect(() => {
    if (icon === null) return;
    const own = new Map<HTMLLinkElement, string>();
    const show = () => {
      for (const link of icons()) {
        if (!own.has(link)) own.set(link, link.getAttribute('href') ?? '');
        if (link.getAttribute('href') !== icon) link.setAttribute('href', icon);
      }
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(document.head, { childList: true });
    return () => {
      observer.disconnect();
      for (const [link, href] of own) link.setAttribute('href', href);
    };
  }, [icon]);
}
