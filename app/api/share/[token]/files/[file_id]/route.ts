import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { sharedFileParams } from '@/lib/server/request-schemas';
import { unlockCookieOf } from '@/lib/server/share-unlock';

const get = route({
  auth: 'none',
  params: sharedFileParams,
  run: ({ params, request }) => container().publicShares.file(params.token, params.file_id, unlockCookieOf(request)),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
