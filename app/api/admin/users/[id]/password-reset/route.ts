import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';

const create = route({
  auth: 'admin',
  params: idParams,
  status: 201,
  run: ({ userId, params }) => container().people.createResetLink(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: create });
