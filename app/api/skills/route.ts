import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { skillBodyBytes, skillCreateBody } from '@/lib/server/skill-schemas';

const get = route({ auth: 'user', run: ({ userId }) => container().skills.list(userId) });

const post = route({
  auth: 'user',
  body: skillCreateBody,
  maxBytes: skillBodyBytes,
  status: 201,
  run: ({ userId, body }) => container().skills.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
