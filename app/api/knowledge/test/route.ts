import { container } from '@/lib/server/container';
import { embeddingTestBody } from '@/lib/server/embedding-test';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const post = route({
  auth: 'user',
  body: embeddingTestBody,
  run: ({ userId, body }) => container().providers.testEmbedding(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
