'use client';

import { useEffect } from 'react';

/** Lets the browser say that the server is out of reach in our words. Plain http elsewhere than localhost has no such thing. */
export function OfflinePage() {
  useEffect(() => {
    navigator.serviceWorker?.register('/offline-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  }, []);
  return null;
}
