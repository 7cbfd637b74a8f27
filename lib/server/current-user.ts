import 'server-only';
import { headers } from 'next/headers';
import { cache } from 'react';
import type { CurrentUser } from '@/lib/auth/current-user';
import { container } from './container';

/** For server components: who is looking at the page, asked once per request; null when nobody is signed in. */
export const currentUser = cache(async (): Promise<CurrentUser | null> => {
  const scope = container();
  const given = await headers();
  await scope.waitReady();
  const cookie = given.get('cookie');
  // Pages are for browsers; a token is no way in.
  return cookie === null ? null : scope.authenticate(new Headers({ cookie }));
});
