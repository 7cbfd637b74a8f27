import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { shareCreateBody } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params }) => container().shares.listOfSession(userId, params.id),
});

const post = route({
  auth: 'user',
  params: idParams,
  body: shareCreateBody,
  status: 201,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, body }) => container().shares.create(userId, params.id, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
