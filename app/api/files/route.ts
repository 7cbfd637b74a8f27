import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { fileListQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  query: fileListQuery,
  run: ({ userId, query }) => container().files.list(userId, query),
});

const post = route({
  auth: 'user',
  contentTypes: ['multipart/form-data'],
  // The file itself may have 20 MB; around it come the lines of the form.
  maxBytes: 20 * 1024 * 1024 + 16 * 1024,
  rateLimit: { name: 'files', limit: 300, windowMs: 60_000, by: 'user' },
  status: 201,
  run: ({ userId, bytes, request }) =>
    container().files.upload(userId, bytes, request.headers.get('content-type') ?? ''),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
