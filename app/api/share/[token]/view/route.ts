import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { tokenParams } from '@/lib/server/request-schemas';
import { unlockCookieOf } from '@/lib/server/share-unlock';

const post = route({
  auth: 'none',
  params: tokenParams,
  rateLimit: { name: 'share-view', limit: 60, windowMs: 15 * 60_000, by: 'address' },
  run: ({ params, request }) => container().publicShares.countView(params.token, unlockCookieOf(request)),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
