import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { importListQuery, importQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  query: importListQuery,
  run: ({ userId, query }) => container().imports.list(userId, query.cursor),
});

const post = route({
  auth: 'user',
  query: importQuery,
  contentTypes: ['application/json', 'application/zip'],
  streams: true,
  maxBytes: 2 ** 31,
  rateLimit: { name: 'imports', limit: 60, windowMs: 60_000, by: 'user' },
  status: 201,
  run: ({ userId, query, request }) => container().imports.receive(userId, request, query.name),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
