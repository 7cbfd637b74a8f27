import 'server-only';
import type { WorkspaceFiles } from '@/lib/agent/ports';
import type { MessageStore } from '@/lib/db/message-store';
import type { SessionRecord, SessionStore } from '@/lib/db/session-store';
import { decodeText } from '@/lib/ir';
import { attachment, fileStem, streamOf } from './download';
import { notFound } from './http/problem';
import { restoreMessages, type SessionFile, sessionFormat, toFileMessage } from './session-file';
import { type MarkdownOptions, sessionMarkdown } from './session-markdown';
import { isoOf, type SessionView, toSessionView } from './session-view';

/** Of all files that one export carries; an import takes 50 MB in all. */
const maxFilesBytes = 30 * 1024 * 1024;
const pageMessages = 1_000;

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

type ExportedSession = Pick<
  SessionRecord,
  'id' | 'title' | 'titleBy' | 'pinned' | 'headMessageId' | 'createdAt' | 'updatedAt'
>;

/** Times of a file are believed only as far as they lie in the past. */
function timesOf({ session }: SessionFile, now: number): { at: number; updatedAt: number } {
  const past = (text: string | undefined) => (text === undefined ? now : Math.min(Date.parse(text), now));
  const updatedAt = past(session.updated_at ?? session.created_at);
  return { at: Math.min(past(session.created_at), updatedAt), updatedAt };
}

function describeSession(session: ExportedSession, withId: boolean): SessionFile['session'] {
  const { id, title, titleBy, pinned, createdAt, updatedAt } = session;
  const title_by = titleBy === 'user' ? titleBy : 'auto';
  return { title, created_at: isoOf(createdAt), updated_at: isoOf(updatedAt), ...(withId && { id, pinned, title_by }) };
}

export function createExport({ sessions, messages, files, newId, now }: ExportDependencies) {
  /** The file of one session, a page of messages at a time. */
  async function* writeJson(
    userId: string,
    session: ExportedSession,
    { withId }: { withId: boolean },
  ): AsyncGenerator<string> {
    const about = { exported_at: isoOf(now()), session: describeSession(session, withId) };
    yield `${JSON.stringify({ format: sessionFormat, version: 1, ...about }).slice(0, -1)},\n"messages":[`;
    const places = new Map<string, number>();
    const place = { userId, sessionId: session.id };
    for (let page = await messages.loadTree(place, { limit: pageMessages, after: null }); ; ) {
      let text = '';
      for (const message of page.items) {
        const index = places.size;
        const above = message.parentId === null ? null : (places.get(message.parentId) ?? null);
        const follows = index === 0 ? above === null : above === index - 1;
        places.set(message.id, index);
        text += `${index === 0 ? '' : ','}\n${JSON.stringify(toFileMessage(message, follows ? undefined : above))}`;
      }
      yield text;
      if (page.next === null) break;
      page = await messages.loadTree(place, { limit: pageMessages, after: page.next });
    }
    const end = places.get(session.headMessageId ?? '');
    const rest = { ...(end !== undefined && { head: end }), ...(await exportFiles(files, place)) };
    const fields = JSON.stringify(rest).slice(1);
    yield `\n]${fields === '}' ? '' : ',\n'}${fields}\n`;
  }

  const readMarkdown = async (userId: string, session: ExportedSession, options: MarkdownOptions) => {
    const { headMessageId, id: sessionId, title } = session;
    const path = headMessageId === null ? [] : await messages.loadPath({ userId, sessionId }, headMessageId);
    return sessionMarkdown(title, path, options);
  };

  return {
    writeJson,
    readMarkdown,

    async download(userId: string, sessionId: string, as: MarkdownOptions & { format: 'json' | 'md' }) {
      const session = await sessions.find(userId, sessionId);
      if (session === null) throw notFound();
      const stem = fileStem(session.title);
      if (as.format === 'md') {
        const text = await readMarkdown(userId, session, as);
        return attachment(text, { name: `${stem}.md`, type: 'text/markdown; charset=utf-8' });
      }
      const body = streamOf(writeJson(userId, session, { withId: false }));
      return attachment(body, { name: `${stem}.json`, type: 'application/json; charset=utf-8' });
    },

    async import(userId: string, file: SessionFile, importedFrom?: string): Promise<SessionView> {
      const { messages: copies, headMessageId } = restoreMessages(file, newId);
      const session = {
        id: newId('s'),
        title: file.session.title,
        titleBy: file.session.title_by ?? ('auto' as const),
        pinned: file.session.pinned ?? false,
        forkedFrom: null,
        requireOwner: true,
        ...timesOf(file, now()),
        ...(headMessageId !== undefined && { headMessageId }),
        ...(importedFrom !== undefined && { importedFrom }),
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
export type SessionExport = ReturnType<typeof createExport>;
