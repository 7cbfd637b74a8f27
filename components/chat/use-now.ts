'use client';

import { useEffect, useState } from 'react';

/** The time, once a second, and only while someone needs it. */
export function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
