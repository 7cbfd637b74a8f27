import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';

const post = route({
  auth: 'user',
  params: idParams,
  rateLimit: { name: 'mcp-sign-in', limit: 20, windowMs: 60_000, by: 'user' },
  own: ({ userId, params }) => container().mcpServers.own(userId, params.id),
  run: ({ user, owned }) => container().mcpServers.signIn.begin(user, owned),
});

const remove = route({
  auth: 'user',
  params: idParams,
  own: ({ userId, params }) => container().mcpServers.own(userId, params.id),
  run: ({ userId, owned }) => container().mcpServers.signIn.forget(userId, owned),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post, DELETE: remove });
