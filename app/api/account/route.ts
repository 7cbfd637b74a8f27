import { accountChangeSchema, accountDeletionSchema } from '@/lib/server/accounts';
import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const show = route({ auth: 'user', run: ({ userId }) => container().accounts.get(userId) });

const rename = route({
  auth: 'user',
  body: accountChangeSchema,
  run: ({ userId, body }) => container().accounts.rename(userId, body.name),
});

const erase = route({
  auth: 'user',
  rateLimit: { name: 'account-deletion', limit: 10, windowMs: 15 * 60_000, by: 'user' },
  body: accountDeletionSchema,
  run: ({ userId, body }) => container().accounts.erase(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: show, PATCH: rename, DELETE: erase });
