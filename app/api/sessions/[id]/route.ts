import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { sessionPatchBody } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().sessions.get(userId, params.id),
});

const patch = route({
  auth: 'user',
  params: idParams,
  body: sessionPatchBody,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, body }) => container().sessions.update(userId, params.id, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().sessions.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PATCH: patch, DELETE: remove });
