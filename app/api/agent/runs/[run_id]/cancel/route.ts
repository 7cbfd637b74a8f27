import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { runParams } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    auth: 'user',
    params: runParams,
    status: 202,
    own: ({ userId, params }) => container().agent.runs.find(userId, params.run_id),
    run: ({ userId, params }) => container().agent.runs.cancel(userId, params.run_id),
  }),
});
