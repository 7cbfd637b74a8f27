import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { noteCreateBody, noteListQuery } from '@/lib/server/note-schemas';

const get = route({
  auth: 'user',
  query: noteListQuery,
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
