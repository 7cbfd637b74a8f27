'use client';

import { useEffect, useRef } from 'react';
import type { RunStore } from '@/lib/client/run-store';
import { useT } from '../i18n/i18n-provider';
import { useToast } from '../ui/toaster';
import { switchText } from './switch-text';
import { useProviderNames } from './use-provider-names';

/** What a log tells again after a reload is no news. */
const NEWS_MS = 20_000;

/** Says once that another provider goes on with the answer. */
export function useFailoverToast(store: RunStore | null): void {
  const t = useT();
  const show = useToast();
  const nameOf = useProviderNames(store !== null);
  const latest = useRef({ t, nameOf });
  latest.current = { t, nameOf };
  useEffect(() => {
    if (store === null) return;
    const told = new Set<string>();
    const tell = () => {
      for (const part of store.view.parts) {
        if (part.kind !== 'notice' || part.notice.type !== 'switched' || told.has(part.id)) continue;
        told.add(part.id);
        if (Date.now() - part.notice.at < NEWS_MS)
          show(switchText(part.notice, latest.current.t, latest.current.nameOf));
      }
    };
    tell();
    return store.subscribeStatus(tell);
  }, [store, show]);
}
