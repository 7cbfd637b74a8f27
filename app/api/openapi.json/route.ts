import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { describeApi } from '@/lib/server/openapi';

const get = route({ auth: 'none', run: async () => describeApi(container().env.url) });

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
