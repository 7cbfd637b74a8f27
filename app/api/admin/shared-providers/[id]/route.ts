import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { sharedProviderBody } from '@/lib/server/shared-providers';

const save = route({
  auth: 'admin',
  params: idParams,
  body: sharedProviderBody,
  run: ({ userId, params, body }) => container().sharedProviders.save(userId, params.id, body),
});

const remove = route({
  auth: 'admin',
  params: idParams,
  run: ({ params }) => container().sharedProviders.delete(params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ PUT: save, DELETE: remove });
