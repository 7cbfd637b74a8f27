import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const get = route({
  auth: 'user',
  rateLimit: { name: 'account-export', limit: 10, windowMs: 15 * 60_000, by: 'user' },
  run: ({ userId }) => container().accountExport.download(userId),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
