import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { skillBodyBytes, skillPatchBody } from '@/lib/server/skill-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().skills.get(userId, params.id),
});

const patch = route({
  auth: 'user',
  params: idParams,
  body: skillPatchBody,
  maxBytes: skillBodyBytes,
  own: ({ userId, params }) => container().skills.find(userId, params.id),
  run: ({ userId, params, body }) => container().skills.update(userId, params.id, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().skills.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PATCH: patch, DELETE: remove });
