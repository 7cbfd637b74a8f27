import { container } from '@/lib/server/container';
import { forgiveTry, route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { tokenParams, unlockBody } from '@/lib/server/request-schemas';

const rateLimit = { name: 'share-unlock', limit: 5, windowMs: 15 * 60_000, by: 'address' } as const;

const post = route({
  auth: 'none',
  params: tokenParams,
  body: unlockBody,
  rateLimit,
  own: ({ params }) => container().publicShares.own(params.token),
  run: async ({ params, body, request }) => {
    const opened = await container().publicShares.unlock(params.token, body.passphrase);
    // Only wrong tries count: many readers may sit behind one address.
    await forgiveTry(request, rateLimit);
    return opened;
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
