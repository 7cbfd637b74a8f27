import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';

const get = route({
  auth: 'user',
  params: idParams,
  own: ({ userId, params }) => container().providers.own(userId, params.id),
  run: ({ userId, owned }) => container().providers.models(userId, owned),
});

const post = route({
  auth: 'user',
  params: idParams,
  own: ({ userId, params }) => container().providers.own(userId, params.id),
  run: ({ userId, owned }) => container().providers.acceptModels(userId, owned),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
