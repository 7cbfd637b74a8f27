import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { newTokenSchema } from '@/lib/server/tokens';

const list = route({ auth: 'user', run: ({ userId }) => container().accessTokens.list(userId) });

const create = route({
  auth: 'user',
  body: newTokenSchema,
  status: 201,
  run: ({ userId, body }) => container().accessTokens.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: list, POST: create });
