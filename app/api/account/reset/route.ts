import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { resetBody } from '@/lib/server/reset-links';

const redeem = route({
  auth: 'none',
  maxBytes: 16 * 1024,
  rateLimit: { name: 'reset', limit: 20, windowMs: 15 * 60_000, by: 'address' },
  body: resetBody,
  run: ({ body }) => container().resetLinks.redeem(body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: redeem });
