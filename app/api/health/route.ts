import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { unavailable } from '@/lib/server/http/problem';

const check = route({
  auth: 'none',
  run: async () => {
    if (!(await container().isAnswering())) throw unavailable();
    return { status: 'ok' };
  },
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: check });
