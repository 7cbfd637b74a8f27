import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { userPageSchema } from '@/lib/server/people';

const list = route({
  auth: 'admin',
  query: userPageSchema,
  run: ({ query }) => container().people.listUsers(query),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: list });
