import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { sharePatchBody } from '@/lib/server/request-schemas';

const patch = route({
  auth: 'user',
  params: idParams,
  body: sharePatchBody,
  own: ({ userId, params }) => container().shares.own(userId, params.id),
  run: ({ userId, owned, body }) => container().shares.update(userId, owned, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().shares.revoke(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ PATCH: patch, DELETE: remove });
