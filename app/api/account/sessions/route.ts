import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';

const list = route({ auth: 'user', run: ({ user }) => container().accounts.listSessions(user) });
const endAll = route({ auth: 'user', run: ({ userId }) => container().accounts.endAllSessions(userId) });

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: list, DELETE: endAll });
