import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { taskPatchBody } from '@/lib/server/tasks';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().tasks.get(userId, params.id),
});

const patch = route({
  auth: 'user',
  params: idParams,
  body: taskPatchBody,
  own: ({ userId, params }) => container().tasks.get(userId, params.id),
  run: ({ userId, params, body }) => container().tasks.update(userId, params.id, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().tasks.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PATCH: patch, DELETE: remove });
