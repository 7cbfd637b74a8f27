import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const get = route({
  auth: 'user',
  run: ({ userId }) => container().memories.indexStatus(userId),
});

const post = route({
  auth: 'user',
  run: ({ userId }) => container().memories.indexNow(userId),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
