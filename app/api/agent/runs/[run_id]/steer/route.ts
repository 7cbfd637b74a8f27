import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { runParams, steerBody } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    auth: 'user',
    params: runParams,
    body: steerBody,
    status: 202,
    own: ({ userId, params }) => container().agent.runs.find(userId, params.run_id),
    run: ({ userId, params, body }) => container().agent.runs.steer(userId, params.run_id, body.input),
  }),
});
