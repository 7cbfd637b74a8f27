import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { pageQuery, sessionCreateBody } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  query: pageQuery,
  run: ({ userId, query }) => container().sessions.list(userId, query),
});

const post = route({
  auth: 'user',
  body: sessionCreateBody,
  status: 201,
  run: ({ userId, body }) => container().sessions.create(userId, body?.title),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
