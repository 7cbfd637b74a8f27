import { registrationSchema } from '@/lib/server/accounts';
import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const register = route({
  auth: 'none',
  maxBytes: 16 * 1024,
  rateLimit: { name: 'register', limit: 20, windowMs: 15 * 60_000, by: 'address' },
  body: registrationSchema,
  status: 201,
  run: async ({ body }) => {
    await container().accounts.register(body);
    return {};
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: register });
