import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { sourcesQuery } from '@/lib/server/session-sources';

const get = route({
  auth: 'user',
  params: idParams,
  query: sourcesQuery,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, query }) => container().sessionSources(userId, params.id, query.hrefs),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
