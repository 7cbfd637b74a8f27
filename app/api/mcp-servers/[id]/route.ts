import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { mcpServerPatchBody } from '@/lib/server/mcp-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().mcpServers.read(userId, params.id),
});

const patch = route({
  auth: 'user',
  params: idParams,
  body: mcpServerPatchBody,
  own: ({ userId, params }) => container().mcpServers.own(userId, params.id),
  run: ({ userId, owned, body }) => container().mcpServers.update(userId, owned, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().mcpServers.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PATCH: patch, DELETE: remove });
