'use client';

import { useEffect, useRef } from 'react';
import { api } from '@/lib/client/api';

/** Tells the server that a person, not a crawler, has opened the page. */
export function ViewCounter({ token }: { token: string }) {
  const counted = useRef(false);
  useEffect(() => {
    if (counted.current) return;
    counted.current = true;
    api.post(`/api/share/${encodeURIComponent(token)}/view`).catch(() => undefined);
  }, [token]);
  return null;
}
