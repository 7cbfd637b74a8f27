import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { exportQuery } from '@/lib/server/request-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  query: exportQuery,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, query }) =>
    container().sessionExport.download(userId, params.id, {
      format: query.format,
      withThinking: query.thinking === 'true',
    }),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
