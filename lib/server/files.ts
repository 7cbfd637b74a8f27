import 'server-only';
import { z } from 'zod';
import type { StoredFile } from '@/lib/db/workspace-rows';
import type { FullWorkspaceStore } from '@/lib/db/workspace-store';
import { downloadOf } from './file-download';
import { invalid, notFound } from './http/problem';
import { isoOf } from './session-view';
import { uploadName } from './upload-name';

export const fileViewSchema = z.object({
  id: z.string(),
  session_id: z.string().nullable(),
  message_id: z.string().nullable(),
  path: z.string(),
  media_type: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  source: z.enum(['upload', 'tool']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export const filePageSchema = z.object({
  items: z.array(fileViewSchema),
  next_cursor: z.string().nullable(),
  usage: z.object({ bytes: z.number().int(), max_bytes: z.number().int() }),
});
export const fileFormSchema = z.object({
  file: z
    .string()
    .meta({ format: 'binary', description: 'Text (UTF-8, UTF-16 or GB18030) of at most 20 MB, with its name' }),
  session_id: z.string().optional(),
});

const toView = (file: StoredFile): z.infer<typeof fileViewSchema> => ({
  id: file.id,
  session_id: file.sessionId,
  message_id: file.messageId,
  path: file.path,
  media_type: file.mediaType,
  size: file.size,
  sha256: file.sha256,
  source: file.source,
  created_at: isoOf(file.createdAt),
  updated_at: isoOf(file.updatedAt),
});

const refuseField = (path: string, message: string) => invalid([{ path, message }]);

async function readForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw refuseField('', 'The body is not a form with a file in it.');
  }
}

/** One file and, if given, the session it is for; everything else in the form is refused. */
async function readUpload(bytes: Uint8Array, contentType: string): Promise<{ file: File; sessionId: string | null }> {
  const form = await readForm(bytes, contentType);
  for (const name of form.keys()) {
    if (name !== 'file' && name !== 'session_id') throw refuseField(name, 'This field is not known here.');
  }
  const [files, sessions] = [form.getAll('file'), form.getAll('session_id')];
  const [file] = files;
  const [sessionId = null] = sessions;
  if (files.length !== 1 || !(file instanceof File)) throw refuseField('file', 'Send exactly one file.');
  const isId = sessionId === null || (typeof sessionId === 'string' && /^[\w-]{1,200}$/.test(sessionId));
  if (sessions.length > 1 || !isId) throw refuseField('session_id', 'This is not the id of a conversation.');
  return { file, sessionId: sessionId as string | null };
}

/** The files of a user as people see and handle them. */
export function createFiles(store: FullWorkspaceStore) {
  return {
    async list(
      userId: string,
      query: { limit: number; cursor?: string | undefined; session_id?: string | undefined },
    ): Promise<z.infer<typeof filePageSchema>> {
      const [page, usage] = await Promise.all([
        store.page(userId, { limit: query.limit, before: query.cursor, sessionId: query.session_id }),
        store.usage(userId),
      ]);
      return {
        items: page.items.map(toView),
        next_cursor: page.nextCursor,
        usage: { bytes: usage.bytes, max_bytes: usage.maxBytes },
      };
    },

    async upload(userId: string, bytes: Uint8Array, contentType: string) {
      const { file, sessionId } = await readUpload(bytes, contentType);
      const content = new Uint8Array(await file.arrayBuffer());
      return toView(await store.upload(userId, sessionId, { name: uploadName(file.name), bytes: content }));
    },

    async get(userId: string, fileId: string) {
      const file = await store.find(userId, fileId);
      if (file === null) throw notFound();
      return toView(file);
    },

    async content(userId: string, fileId: string): Promise<Response> {
      const file = await store.open(userId, fileId);
      if (file === null) throw notFound();
      return downloadOf(file);
    },

    async delete(userId: string, fileId: string): Promise<void> {
      if (!(await store.delete(userId, fileId))) throw notFound();
    },
  };
}
