import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { runParams } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    auth: 'user',
    params: runParams,
    run: ({ userId, params }) => container().agent.runs.find(userId, params.run_id),
  }),
});
