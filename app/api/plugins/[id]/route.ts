import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { pluginBodyBytes, pluginPatchBody } from '@/lib/server/plugin-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().plugins.get(userId, params.id),
});

const patch = route({
  auth: 'user',
  params: idParams,
  body: pluginPatchBody,
  maxBytes: pluginBodyBytes,
  own: ({ userId, params }) => container().plugins.find(userId, params.id),
  run: ({ userId, params, body }) => container().plugins.update(userId, params.id, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().plugins.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PATCH: patch, DELETE: remove });
