import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { mcpServerBody } from '@/lib/server/mcp-schemas';

const get = route({ auth: 'user', run: ({ userId }) => container().mcpServers.list(userId) });

const post = route({
  auth: 'user',
  body: mcpServerBody,
  status: 201,
  run: ({ userId, body }) => container().mcpServers.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
