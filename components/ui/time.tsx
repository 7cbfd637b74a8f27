'use client';

import { useEffect, useState } from 'react';
import { useFormat } from '../i18n/use-format';

/** A moment as "3 minutes ago", the exact time on hover. Rendered after hydration: only the browser knows the time zone. */
export function Time({ value, absolute = false }: { value: string | number; absolute?: boolean }) {
  const format = useFormat();
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  const iso = new Date(value).toISOString();
  if (now === undefined) return <time dateTime={iso} />;
  return (
    <time dateTime={iso} title={format.dateTime(value)} className="tabular-nums">
      {absolute ? format.dateTime(value) : format.ago(value, now)}
    </time>
  );
}
