import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const post = route({
  auth: 'user',
  contentTypes: ['application/zip'],
  maxBytes: 2 * 1024 * 1024,
  status: 201,
  run: ({ userId, bytes }) => container().skills.createFromArchive(userId, bytes),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
