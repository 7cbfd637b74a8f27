import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { settingsPutBody } from '@/lib/server/settings-table';

const get = route({ auth: 'user', run: ({ userId }) => container().settings.view(userId) });

const put = route({
  auth: 'user',
  body: settingsPutBody,
  run: ({ userId, body }) => container().settings.update(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PUT: put });
