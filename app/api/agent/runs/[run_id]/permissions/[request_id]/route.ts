import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { decisionBody, permissionParams } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    auth: 'user',
    params: permissionParams,
    body: decisionBody,
    own: ({ userId, params }) => container().agent.runs.findPermission(userId, params.run_id, params.request_id),
    run: ({ userId, params, body }) => {
      const { decision, reason, args } = body;
      const answer = { decision, ...(reason !== undefined && { reason }), ...(args !== undefined && { args }) };
      return container().agent.runs.decide(userId, { runId: params.run_id, requestId: params.request_id, answer });
    },
  }),
});
