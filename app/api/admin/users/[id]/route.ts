import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { userChangeSchema, userDeletionSchema } from '@/lib/server/people';

const change = route({
  auth: 'admin',
  params: idParams,
  body: userChangeSchema,
  run: ({ userId, params, body }) => container().people.changeUser(userId, params.id, body),
});

const remove = route({
  auth: 'admin',
  params: idParams,
  body: userDeletionSchema,
  run: ({ userId, params, body }) => container().people.deleteUser(userId, params.id, body.confirm),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ PATCH: change, DELETE: remove });
