import 'server-only';
import { z } from 'zod';
import type { WorkspaceFiles } from '@/lib/agent/ports';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionStore } from '@/lib/db/session-store';
import {
  decodeText,
  type MetonaMessage,
  type MetonaStoredMessage,
  metonaMessageSchema,
  withoutSourceLinks,
} from '@/lib/ir';
import { dropUnpaired, rechain, renewCallIds } from './copied-messages';
import { notFound } from './http/problem';
import { isoOf, type SessionView, toSessionView } from './session-view';

const format = 'metona.session';
const maxMessages = 50_000;
/** Of all files that one export carries; an import takes 50 MB in all. */
const maxFilesBytes = 30 * 1024 * 1024;

const sessionFileMessageSchema = metonaMessageSchema.omit({ id: true, providerState: true }).extend({
  timestamp: z.number().int().min(0).max(253_402_300_799_999),
  iteration: z.number().int().min(0).max(1_000_000).optional(),
});

/** Our own file of one conversation; what only a provider can read is left out. */
export const sessionFileSchema = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  exported_at: z.iso.datetime().optional(),
  session: z.strictObject({ title: z.string().max(200).nullable(), created_at: z.iso.datetime().optional() }),
  messages: z.array(sessionFileMessageSchema).max(maxMessages),
  files: z
    .array(z.strictObject({ path: z.string().max(400), content: z.string() }))
    .max(2_000)
    .optional(),
  /** Paths of files that did not fit in. */
  files_left_out: z.array(z.string().max(400)).max(2_000).optional(),
});
export type SessionFile = z.infer<typeof sessionFileSchema>;

const headings: Record<MetonaMessage['role'], string> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

/** A fence longer than any run of backticks inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function toMarkdown(message: MetonaMessage): string {
  const parts = [`## ${headings[message.role]}`, `*${isoOf(message.timestamp)}*`];
  if (message.reasoningContent)
    parts.push(`<details><summary>Thinking</summary>\n\n${fenced(message.reasoningContent, '')}\n\n</details>`);
  if (message.content !== '') parts.push(withoutSourceLinks(message.content));
  for (const call of message.toolCalls ?? []) {
    parts.push(`Tool call \`${call.name}\``, fenced(JSON.stringify(call.args, null, 2), 'json'));
  }
  return parts.join('\n\n');
}

/** A name that every file system takes, with letters of any language kept. */
function fileName(title: string | null, extension: string): string {
  const name = (title ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${name === '' ? 'conversation' : name}.${extension}`;
}

function attachment(text: string, { name, type }: { name: string; type: string }): Response {
  const ascii = name.replace(/[^\x20-\x7e]+/g, '_');
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(text, { headers: { 'content-type': type, 'content-disposition': disposition } });
}

const bare = ({
  id: _id,
  parentId: _parent,
  runId: _run,
  providerState: _state,
  origin: _origin,
  ...message
}: MetonaStoredMessage) => ({ ...message, content: withoutSourceLinks(message.content) });

export interface ExportDependencies {
  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly files: WorkspaceFiles;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

/** UTF-8 as it stands, with its mark; another encoding as its text. */
function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  if (decoded !== null && decoded.encoding !== 'utf-8') return decoded.text;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The files of a session as text, as far as they fit; the others by name. */
async function exportFiles(
  files: WorkspaceFiles,
  of: { userId: string; sessionId: string },
): Promise<Pick<SessionFile, 'files' | 'files_left_out'>> {
  const kept: { path: string; content: string }[] = [];
  const left: string[] = [];
  let room = maxFilesBytes;
  for (const { path, size } of await files.list(of.userId, of.sessionId)) {
    const file = size <= room ? await files.read(of.userId, of.sessionId, path) : null;
    if (file === null) left.push(path);
    else kept.push({ path, content: textOf(file.bytes) });
    room -= file?.size ?? 0;
  }
  return { ...(kept.length > 0 && { files: kept }), ...(left.length > 0 && { files_left_out: left }) };
}

export function createExport({ sessions, messages, files, newId, now }: ExportDependencies) {
  const load = async (userId: string, sessionId: string) => {
    const session = await sessions.find(userId, sessionId);
    if (session === null) throw notFound();
    const { headMessageId } = session;
    return {
      session,
      path: headMessageId === null ? [] : await messages.loadPath({ userId, sessionId }, headMessageId),
    };
  };

  return {
    async download(userId: string, sessionId: string, as: 'json' | 'md'): Promise<Response> {
      const { session, path } = await load(userId, sessionId);
      if (as === 'md') {
        const text = [`# ${session.title ?? 'Conversation'}`, ...path.map(toMarkdown)].join('\n\n');
        return attachment(`${text}\n`, { name: fileName(session.title, 'md'), type: 'text/markdown; charset=utf-8' });
      }
      const file: SessionFile = {
        format,
        version: 1,
        exported_at: isoOf(now()),
        session: { title: session.title, created_at: isoOf(session.createdAt) },
        messages: path.map(bare),
        ...(await exportFiles(files, { userId, sessionId })),
      };
      const text = `${JSON.stringify(file, null, 2)}\n`;
      return attachment(text, { name: fileName(session.title, 'json'), type: 'application/json; charset=utf-8' });
    },

    async import(userId: string, file: SessionFile): Promise<SessionView> {
      const copies = rechain(renewCallIds(dropUnpaired(file.messages), newId), newId, 'import');
      const session = {
        id: newId('s'),
        title: file.session.title,
        titleBy: 'auto' as const,
        forkedFrom: null,
        at: now(),
      };
      const created = await sessions.create(userId, session, copies);
      try {
        for (const { path, content } of file.files ?? []) {
          const bytes = new TextEncoder().encode(content);
          await files.write(userId, session.id, { path, bytes, mode: 'create' });
        }
      } catch (error) {
        await sessions.delete(userId, session.id);
        throw error;
      }
      return toSessionView(created);
    },
  };
}
