import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { sharePreviewBody } from '@/lib/server/request-schemas';

const post = route({
  auth: 'user',
  params: idParams,
  body: sharePreviewBody,
  own: ({ userId, params }) => container().sessions.own(userId, params.id),
  run: ({ userId, params, body }) => container().shares.preview(userId, params.id, body.include),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ POST: post });
