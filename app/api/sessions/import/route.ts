import { container } from '@/lib/server/container';
import { sessionFileSchema } from '@/lib/server/export';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const post = route({
  auth: 'user',
  body: sessionFileSchema,
  maxBytes: 50 * 1024 * 1024,
  status: 201,
  run: ({ userId, body }) => container().sessionExport.import(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
