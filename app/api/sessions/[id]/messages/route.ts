import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { messagesQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  query: messagesQuery,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, query, owned }) =>
    container().messages.page(userId, params.id, { ...query, headMessageId: owned.headMessageId }),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
