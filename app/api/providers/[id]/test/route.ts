import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { providerTestBody } from '@/lib/server/request-schemas';

const post = route({
  auth: 'user',
  params: idParams,
  body: providerTestBody,
  own: ({ userId, params }) => container().providers.own(userId, params.id),
  run: ({ userId, owned, body }) => container().providers.test(userId, owned, body?.model),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
