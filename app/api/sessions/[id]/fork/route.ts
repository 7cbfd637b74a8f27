import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { forkBody } from '@/lib/server/request-schemas';

const post = route({
  auth: 'user',
  params: idParams,
  body: forkBody,
  status: 201,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, body }) => container().sessions.fork(userId, params.id, body.message_id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
