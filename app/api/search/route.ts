import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { searchQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  query: searchQuery,
  run: ({ userId, query }) => container().search.find(userId, query),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
