'use client';

import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ApiFailure } from '@/lib/client/api';

function leaveWhenSignedOut(error: unknown) {
  if (!(error instanceof ApiFailure) || error.status !== 401) return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`/login?callbackUrl=${encodeURIComponent(here)}`);
}

const watching = { onError: leaveWhenSignedOut };

/** A sign-in that was ended elsewhere leads to the sign-in page at the next request, and back afterwards. */
export function SessionGuard({ children }: { children: ReactNode }) {
  return <SWRConfig value={watching}>{children}</SWRConfig>;
}
