import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { providerPutBody } from '@/lib/server/request-schemas';

const put = route({
  auth: 'user',
  params: idParams,
  body: providerPutBody,
  own: ({ userId, params }) => container().providers.own(userId, params.id),
  run: ({ userId, owned, body }) => container().providers.update(userId, owned, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().providers.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ PUT: put, DELETE: remove });
