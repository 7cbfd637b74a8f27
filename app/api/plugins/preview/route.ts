import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { pluginBodyBytes, pluginPreviewBody } from '@/lib/server/plugin-schemas';

const post = route({
  auth: 'user',
  body: pluginPreviewBody,
  maxBytes: pluginBodyBytes,
  rateLimit: { name: 'plugin-preview', limit: 30, windowMs: 60_000, by: 'user' },
  run: ({ userId, body }) => container().plugins.preview(userId, body),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
