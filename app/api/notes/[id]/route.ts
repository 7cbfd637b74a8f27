import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { idParams } from '@/lib/server/http/params';
import { notePatchBody } from '@/lib/server/note-schemas';

const get = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().notes.get(userId, params.id),
});

const patch = route({
  auth: 'user',
  params: idParams,
  body: notePatchBody,
  maxBytes: 1024 * 1024,
  own: ({ userId, params }) => container().notes.get(userId, params.id),
  run: ({ userId, params, body }) => container().notes.update(userId, params.id, body),
});

const remove = route({
  auth: 'user',
  params: idParams,
  run: ({ userId, params }) => container().notes.delete(userId, params.id),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({ GET: get, PATCH: patch, DELETE: remove });
