import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { permissionListQuery } from '@/lib/server/run-schemas';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    auth: 'user',
    query: permissionListQuery,
    run: ({ userId }) => container().agent.runs.openPermissions(userId),
  }),
});
