import 'server-only';
import type { NewSession, SessionStore } from '@/lib/db/session-store';
import type { MetonaStoredMessage } from '@/lib/ir';
import type { SessionExport } from '../export';
import { isFailure } from '../http/problem';
import { sessionFileSchema } from '../session-file';
import type { ByteSource } from './byte-source';
import { CannotImport, type ConvertedConversation, type ConvertedMessage, cleanId } from './converted';
import { addEntry, addLibraryFailure, countInLibrary, type ImportReport } from './import-report';
import type { LibraryImporter } from './library-importer';
import { type LibraryKind, nameOfRow } from './library-rows';
import { type ExportItem, readExport } from './read-export';
import { recognise, titleOf } from './recognise';

export interface ImporterDependencies {
  readonly sessions: Pick<SessionStore, 'create' | 'exists' | 'findImported'>;
  readonly sessionExport: Pick<SessionExport, 'import'>;
  readonly saveInLibrary: LibraryImporter;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
}

export interface ImportTurn {
  readonly userId: string;
  readonly source: ByteSource;
  readonly report: ImportReport;
  /** How many values of the file were looked at by turns before this one. */
  readonly skip: number;
  readonly signal: AbortSignal;
  /** After each value. */
  readonly onItem: (itemsDone: number) => Promise<void>;
}

type Outcome =
  | { readonly kind: 'imported'; readonly id: string; readonly title: string | null; readonly messages: number }
  | { readonly kind: 'there'; readonly id: string; readonly title: string | null };

/** Where the other product knew no time, its neighbours tell: nothing is older than what it follows, or of tomorrow. */
function timesOf(messages: readonly ConvertedMessage[], between: { from: number; to: number }): number[] {
  const times: number[] = [];
  for (const { at, parent } of messages) {
    const above = parent === null ? between.from : (times[parent] ?? between.from);
    times.push(Math.min(Math.max(at ?? above + 1, parent === null ? 0 : above), between.to));
  }
  return times;
}

function toStored(
  { messages }: ConvertedConversation,
  times: readonly number[],
  newId: (prefix: string) => string,
): MetonaStoredMessage[] {
  const ids = messages.map(() => newId('msg'));
  return messages.map((message, index) => ({
    id: ids[index] ?? '',
    parentId: message.parent === null ? null : (ids[message.parent] ?? null),
    runId: null,
    role: message.role,
    content: message.content,
    timestamp: times[index] ?? 0,
    origin: 'import' as const,
    ...(message.thinking !== undefined && { reasoningContent: message.thinking }),
    ...(message.model && { answeredBy: message.model }),
  }));
}

function toSession(
  conversation: ConvertedConversation,
  of: { id: string; times: readonly number[]; to: number },
): NewSession {
  const { title, createdAt, updatedAt } = conversation;
  const last = of.times.reduce((latest, time) => Math.max(latest, time), 0);
  return {
    id: of.id,
    title,
    titleBy: title === null ? 'auto' : 'user',
    forkedFrom: null,
    at: Math.min(createdAt ?? of.times[0] ?? of.to, of.to),
    updatedAt: Math.min(Math.max(updatedAt ?? 0, last), of.to),
    requireOwner: true,
  };
}

type Save<Kind> = (userId: string, given: Kind) => Promise<Outcome>;

async function findThere(
  sessions: ImporterDependencies['sessions'],
  userId: string,
  importedFrom: string | undefined,
): Promise<Outcome | null> {
  const there = importedFrom === undefined ? null : await sessions.findImported(userId, importedFrom);
  return there && { kind: 'there', ...there };
}

function saveConversations({ sessions, newId, now }: ImporterDependencies): Save<ConvertedConversation> {
  return async (userId, conversation) => {
    const { source, sourceId, title, messages } = conversation;
    const importedFrom = sourceId === null ? undefined : `${source}:${cleanId(sourceId)}`;
    const there = await findThere(sessions, userId, importedFrom);
    if (there) return there;
    const to = now();
    const times = timesOf(messages, { from: Math.min(conversation.createdAt ?? to, to), to });
    const stored = toStored(conversation, times, newId);
    const headMessageId = stored[conversation.head]?.id;
    const session = {
      ...toSession(conversation, { id: newId('s'), times, to }),
      ...(importedFrom !== undefined && { importedFrom }),
      ...(headMessageId !== undefined && { headMessageId }),
    };
    try {
      await sessions.create(userId, session, stored);
    } catch (error) {
      // The same file may be on its way twice.
      const twin = await findThere(sessions, userId, importedFrom);
      if (twin) return twin;
      throw error;
    }
    return { kind: 'imported', id: session.id, title, messages: stored.length };
  };
}

function saveOwnFiles({ sessions, sessionExport }: ImporterDependencies): Save<unknown> {
  return async (userId, value) => {
    const parsed = sessionFileSchema.safeParse(value);
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
      throw new CannotImport('wrong_shape', path.slice(0, 200));
    }
    const file = parsed.data;
    const { id, title } = file.session;
    if (id !== undefined && (await sessions.exists(userId, id))) return { kind: 'there', id, title };
    const importedFrom = id === undefined ? undefined : `metona:${cleanId(id)}`;
    const there = await findThere(sessions, userId, importedFrom);
    if (there) return there;
    const made = await sessionExport.import(userId, file, importedFrom);
    return { kind: 'imported', id: made.id, title: made.title, messages: file.messages.length };
  };
}

type LibraryItem = ExportItem & { readonly kind: LibraryKind };

/** Notes, tasks, memories and the like, of an archive of a whole account. */
function takeInLibrary({ saveInLibrary }: ImporterDependencies) {
  return async ({ userId, report }: ImportTurn, item: LibraryItem, index: number): Promise<void> => {
    const { kind } = item;
    try {
      if ('flaw' in item) throw item.flaw;
      const outcome = await saveInLibrary(userId, kind, item.value);
      if (outcome === 'passed over' || kind === 'folder') return;
      countInLibrary(report, kind, outcome === 'there' ? 'skipped' : 'imported');
    } catch (error) {
      const { flaw: reason, detail } = toFlaw(error);
      const title = 'value' in item ? nameOfRow(kind, item.value) : null;
      addLibraryFailure(report, { title, index, reason, detail, kind });
    }
  };
}

/** Takes conversations in, one after the other; what is wrong with one is said of that one. */
export function createImporter(dependencies: ImporterDependencies) {
  const saveConversation = saveConversations(dependencies);
  const saveOwn = saveOwnFiles(dependencies);
  const takeRow = takeInLibrary(dependencies);

  const save: Save<ExportItem> = async (userId, item) => {
    if ('flaw' in item) throw item.flaw;
    const recognised = recognise(item.value);
    if ('own' in recognised) return await saveOwn(userId, recognised.own);
    return await saveConversation(userId, recognised.conversation);
  };

  const takeIn = async (turn: ImportTurn, item: ExportItem, index: number): Promise<void> => {
    const { kind } = item;
    if (kind !== undefined) return await takeRow(turn, { ...item, kind }, index);
    const { userId, report } = turn;
    try {
      const outcome = await save(userId, item);
      const { id: session_id, title } = outcome;
      if (outcome.kind === 'there') addEntry(report, 'skipped', { title, session_id, reason: 'already_there' });
      else addEntry(report, 'imported', { title, session_id, messages: outcome.messages });
    } catch (error) {
      const flaw = toFlaw(error);
      const title = 'value' in item ? titleOf(item.value) : null;
      addEntry(report, 'failed', { title, index, reason: flaw.flaw, detail: flaw.detail });
    }
  };

  return {
    /** Goes through the file from where the last turn stopped. True when it is through. */
    async run(turn: ImportTurn): Promise<boolean> {
      let done = 0;
      for await (const open of readExport(turn.source)) {
        if (turn.signal.aborted) return false;
        done += 1;
        if (done <= turn.skip) continue;
        for (const item of open()) await takeIn(turn, item, done - 1);
        await turn.onItem(done);
      }
      return true;
    },
  };
}
export type Importer = ReturnType<typeof createImporter>;

/** What the conversation itself is to blame for; a database that is away is not. */
function toFlaw(error: unknown): CannotImport {
  if (error instanceof CannotImport) return error;
  if (isFailure(error)) return new CannotImport('not_saved', error.error.message.slice(0, 300));
  if (error instanceof RangeError || error instanceof TypeError) return new CannotImport('broken');
  throw error;
}
