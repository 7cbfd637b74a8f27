import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { knowledgeIndexBody } from '@/lib/server/knowledge-view';

const get = route({
  auth: 'user',
  run: async ({ userId }) => ({
    ...(await container().memories.indexStatus(userId)),
    ...(await container().knowledge.status(userId)),
  }),
});

const post = route({
  auth: 'user',
  body: knowledgeIndexBody,
  run: async ({ userId, body }) => {
    const { memories, knowledge } = container();
    if (body?.rebuild) await knowledge.rebuild(userId);
    else knowledge.request(userId);
    return { ...(await memories.indexNow(userId)), ...(await knowledge.status(userId)) };
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
