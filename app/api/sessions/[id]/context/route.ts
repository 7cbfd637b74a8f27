import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { contextQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  query: contextQuery,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, query, owned }) =>
    container().sessionContext(userId, { ...query, sessionId: params.id, headMessageId: owned.headMessageId }),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
