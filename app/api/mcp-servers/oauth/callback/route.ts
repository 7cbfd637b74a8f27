import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { mcpCallbackBody, mcpCallbackQuery } from '@/lib/server/mcp-schemas';

/** Where the other server's page leads back to. It changes nothing: the page it opens sends what came along. */
const get = route({
  auth: 'none',
  query: mcpCallbackQuery,
  run: async ({ query }) => {
    const values = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
    const brought = new URLSearchParams(values);
    const location = `${container().env.url}/settings/extensions#${brought}`;
    return new Response(null, { status: 303, headers: { location } });
  },
});

const post = route({
  auth: 'user',
  body: mcpCallbackBody,
  rateLimit: { name: 'mcp-sign-in', limit: 20, windowMs: 60_000, by: 'user' },
  run: ({ user, body }) => container().mcpServers.signIn.complete(user, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, POST: post });
