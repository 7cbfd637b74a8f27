import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';

const get = route({
  auth: 'user',
  params: idParams,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params }) => container().messages.spend(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
