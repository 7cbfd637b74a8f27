import { cookies } from 'next/headers';
import { cache } from 'react';
import { container } from '@/lib/server/container';
import type { PublicShareState } from '@/lib/server/public-shares';
import { unlockCookieName } from '@/lib/server/share-unlock';

/** What the link shows, asked once per request: nothing but the token and the proof of a passphrase is looked at. */
export const loadPublicShare = cache(async (token: string): Promise<PublicShareState> => {
  const scope = container();
  await scope.waitReady();
  const proof = (await cookies()).get(unlockCookieName)?.value;
  return scope.publicShares.load(token, proof);
});
