import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { siteSettingsBody } from '@/lib/server/site-settings';

const read = route({ auth: 'admin', run: () => container().site.view() });

const change = route({ auth: 'admin', body: siteSettingsBody, run: ({ body }) => container().site.update(body) });

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: read, PUT: change });
