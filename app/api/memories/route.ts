import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { memoryCreateBody, memoryListQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  query: memoryListQuery,
  run: ({ userId, query }) => container().memories.list(userId, query),
});

const post = route({
  auth: 'user',
  body: memoryCreateBody,
  status: 201,
  run: ({ userId, body }) => container().memories.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
