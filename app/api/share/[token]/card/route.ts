import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { tokenParams } from '@/lib/server/request-schemas';
import { shareCard } from '@/lib/server/share-card';

const get = route({
  auth: 'none',
  params: tokenParams,
  run: async ({ params }) => await shareCard(await container().publicShares.languageOf(params.token)),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get });
