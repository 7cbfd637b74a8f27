import { passwordChangeSchema } from '@/lib/server/accounts';
import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const change = route({
  auth: 'user',
  maxBytes: 16 * 1024,
  rateLimit: { name: 'password', limit: 10, windowMs: 15 * 60_000, by: 'user' },
  body: passwordChangeSchema,
  run: async ({ user, body, request }) => {
    const { setCookie } = await container().accounts.changePassword(user, body, request);
    return new Response(null, { status: 204, headers: setCookie === null ? {} : { 'set-cookie': setCookie } });
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: change });
