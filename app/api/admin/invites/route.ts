import { newInviteSchema } from '@/lib/server/admin';
import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const list = route({ auth: 'admin', run: () => container().admin.listInvites() });

const create = route({
  auth: 'admin',
  body: newInviteSchema,
  status: 201,
  run: ({ userId, body }) => container().admin.createInvite(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: list, POST: create });
