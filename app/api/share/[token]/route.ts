import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { tokenParams } from '@/lib/server/request-schemas';
import { unlockCookieOf } from '@/lib/server/share-unlock';

const get = route({
  auth: 'none',
  params: tokenParams,
  run: async ({ params, request }) => {
    const share = await container().publicShares.read(params.token, unlockCookieOf(request));
    return Response.json(share, { headers: { 'x-robots-tag': 'noindex, nofollow' } });
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
