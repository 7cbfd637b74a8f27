import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { taskCreateBody, taskListQuery } from '@/lib/server/tasks';

const get = route({
  auth: 'user',
  query: taskListQuery,
  run: ({ userId, query }) => container().tasks.list(userId, query),
});

const post = route({
  auth: 'user',
  body: taskCreateBody,
  status: 201,
  run: ({ userId, body }) => container().tasks.create(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
