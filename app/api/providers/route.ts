import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { providerCreateBody } from '@/lib/server/request-schemas';

const get = route({ auth: 'user', run: ({ userId }) => container().providers.list(userId) });

const post = route({
  auth: 'user',
  body: providerCreateBody,
  status: 201,
  run: ({ userId, body }) => container().providers.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
