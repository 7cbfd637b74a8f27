import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { knowledgeSearchQuery, toKnowledgeQuery } from '@/lib/server/knowledge-view';

const get = route({
  auth: 'user',
  query: knowledgeSearchQuery,
  run: ({ userId, query }) => container().knowledge.search(userId, toKnowledgeQuery(query)),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
