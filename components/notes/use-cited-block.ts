'use client';

import { useEffect, useState } from 'react';

function readHash(): string | null {
  const match = /^#block-([\w.%~-]{1,200})$/.exec(location.hash);
  return match?.[1] ?? null;
}

/** The block that the address names; null for none. */
export function useCitedBlock(): string | null {
  const [block, setBlock] = useState<string | null>(null);
  useEffect(() => {
    const read = () => setBlock(readHash());
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return block;
}
