import { container } from '@/lib/server/container';
import { route } from '@/lib/server/http/handler';
import { methods } from '@/lib/server/http/methods';
import { folderBody, folderRenameBody } from '@/lib/server/note-schemas';

const get = route({ auth: 'user', run: ({ userId }) => container().notes.folders(userId) });

const post = route({
  auth: 'user',
  body: folderBody,
  status: 201,
  run: ({ userId, body }) => container().notes.createFolder(userId, body.path),
});

const patch = route({
  auth: 'user',
  body: folderRenameBody,
  run: ({ userId, body }) => container().notes.renameFolder(userId, body),
});

const remove = route({
  auth: 'user',
  query: folderBody,
  run: ({ userId, query }) => container().notes.deleteFolder(userId, query.path),
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methods({
  GET: get,
  POST: post,
  PATCH: patch,
  DELETE: remove,
});
