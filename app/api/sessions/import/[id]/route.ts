import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().imports.get(userId, params.id),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().imports.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, DELETE: remove });
