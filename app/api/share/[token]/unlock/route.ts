import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { tokenParams, unlockBody } from '@/lib/server/request-schemas';

const post = route({
  auth: 'none',
  params: tokenParams,
  body: unlockBody,
  rateLimit: { name: 'share-unlock', limit: 5, windowMs: 15 * 60_000, by: 'address' },
  own: ({ params }) => container().publicShares.own(params.token),
  run: ({ params, body }) => container().publicShares.unlock(params.token, body.passphrase),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
