import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { listQuery, noteCreateBody } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  query: listQuery,
  run: ({ userId, query }) => container().notes.list(userId, query),
});

const post = route({
  auth: 'user',
  body: noteCreateBody,
  maxBytes: 1024 * 1024,
  status: 201,
  run: ({ userId, body }) => container().notes.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
