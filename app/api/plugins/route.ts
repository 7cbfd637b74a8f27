import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { pluginBodyBytes, pluginCreateBody } from '@/lib/server/plugin-schemas';

const get = route({ auth: 'user', run: ({ userId }) => container().plugins.list(userId) });

const post = route({
  auth: 'user',
  body: pluginCreateBody,
  maxBytes: pluginBodyBytes,
  status: 201,
  run: ({ userId, body }) => container().plugins.install(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
