import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { memoryCleanUpBody } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  run: ({ userId }) => container().memories.previewCleanUp(userId),
});

const post = route({
  auth: 'user',
  body: memoryCleanUpBody,
  run: ({ userId, body }) => container().memories.cleanUp(userId, body?.ids),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
