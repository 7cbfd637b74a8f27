import 'server-only';
import { type ImportStore, importChunkBytes } from '@/lib/db/import-store';
import type { SessionExport } from './export';
import { checkDeclaredLength, parseJson } from './http/body';
import { ApiFailure, conflict, invalid, notFound, payloadTooLarge } from './http/problem';
import { sourceOfBytes, type Unreadable, UnreadableFile } from './import/byte-source';
import { emptyReport, type ImportReport, isEmptyReport } from './import/import-report';
import { type ImportView, toImportView } from './import/import-view';
import type { Importer } from './import/importer';
import { readUpload } from './import/receive';
import { isRecord, ownFormat } from './import/recognise';
import { checkSessionFile } from './session-file';
import { isoOf } from './session-view';
import { uploadName } from './upload-name';

/** What fits in is taken in while the sender waits. */
const inlineBytes = 8 * 1024 * 1024;
const pageLimit = 20;

export interface ImportDependencies {
  readonly store: ImportStore;
  readonly importer: Importer;
  readonly sessionExport: Pick<SessionExport, 'import'>;
  readonly newId: (prefix: string) => string;
  readonly now: () => number;
  readonly maxBytes: number;
  /** Has it worked on soon; without an answer it is by schedule. */
  readonly requestImport: (importId: string) => Promise<unknown>;
}

const unreadableSentences: Readonly<Record<Unreadable, string>> = {
  not_an_export: 'This is no export: it is neither JSON nor a ZIP archive with JSON in it.',
  broken_archive: 'This ZIP archive cannot be read.',
  encrypted: 'This ZIP archive is encrypted.',
  archive_too_large: 'This ZIP archive unpacks to more than is allowed.',
  nothing_inside: 'There are no conversations in this archive.',
};

const unreadableFile = (reason: Unreadable) => {
  const message = unreadableSentences[reason];
  const error = { code: 'invalid_request', message, retryable: false } as const;
  return new ApiFailure(error, { issues: [{ path: '', message }], current: { reason } });
};

/** A small file that is one object may be one of our own conversations. */
function readOwn(bytes: Uint8Array): unknown {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 400)).toString('utf8');
  if (!/^\s*\{/.test(start)) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(value) && value.format === ownFormat ? value : null;
  } catch {
    return null;
  }
}

/** Files that are small enough to be taken in while the sender waits. */
function createInlineImport({ importer, sessionExport, now }: ImportDependencies) {
  const viewOf = (file: { name: string; size: number }, report: ImportReport): ImportView => ({
    ...report,
    import_id: null,
    ...file,
    state: 'done',
    progress: 1,
    error: null,
    created_at: isoOf(now()),
    finished_at: isoOf(now()),
  });

  /** Our own file is held to every word, as it always was. */
  const takeOwn = async (userId: string, bytes: Uint8Array, name: string) => {
    const file = checkSessionFile(parseJson(bytes));
    const session = await sessionExport.import(userId, file);
    const { id: session_id, title } = session;
    const report = { ...emptyReport(), imported: [{ title, session_id, messages: file.messages.length }] };
    report.counts.imported = 1;
    return { ...viewOf({ name, size: bytes.byteLength }, report), ...session };
  };

  return async (userId: string, bytes: Uint8Array, of: { name: string; signal: AbortSignal }) => {
    if (readOwn(bytes) !== null) return await takeOwn(userId, bytes, of.name);
    const report = emptyReport();
    const source = sourceOfBytes(bytes);
    try {
      await importer.run({ userId, source, report, skip: 0, signal: of.signal, onItem: async () => undefined });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      if (isEmptyReport(report)) throw unreadableFile(error.reason);
      return { ...viewOf({ name: of.name, size: source.size }, report), error: error.reason };
    }
    const isNothing = isEmptyReport(report) && report.failed.every(({ reason }) => reason === 'not_a_conversation');
    if (isNothing) throw unreadableFile('nothing_inside');
    return viewOf({ name: of.name, size: source.size }, report);
  };
}

/** Files that are kept, piece by piece, as they arrive, and taken in later. */
function createLargeImport({ store, newId, requestImport }: ImportDependencies) {
  return async (userId: string, name: string, pieces: AsyncIterable<Uint8Array>) => {
    const id = newId('imp');
    if (!(await store.begin(userId, { id, name, report: emptyReport() })))
      throw conflict('Another import is still going on.');
    try {
      let position = 0;
      let size = 0;
      for await (const bytes of pieces) {
        await store.addChunk(userId, id, { position, bytes });
        position += 1;
        size += bytes.byteLength;
      }
      await store.received(userId, id, size);
    } catch (error) {
      await store.delete(userId, id);
      throw error;
    }
    await requestImport(id);
    const record = await store.find(userId, id);
    if (record === null) throw notFound();
    return Response.json(toImportView(record), { status: 202 });
  };
}

export function createImports(dependencies: ImportDependencies) {
  const { store, maxBytes } = dependencies;
  const takeAtOnce = createInlineImport(dependencies);
  const keep = createLargeImport(dependencies);

  return {
    async receive(userId: string, request: Request, given: string | undefined) {
      checkDeclaredLength(request, maxBytes);
      const name = uploadName(given ?? 'conversations.json');
      const limits = { inlineBytes, chunkBytes: importChunkBytes, maxBytes: maxBytes };
      const upload = await readUpload(request, limits, () => payloadTooLarge(maxBytes));
      if (upload.kind === 'large') return await keep(userId, name, upload.pieces);
      if (upload.bytes.byteLength === 0) throw invalid([{ path: '', message: 'The file is empty.' }]);
      return await takeAtOnce(userId, upload.bytes, { name, signal: request.signal });
    },

    async list(userId: string, cursor: string | undefined) {
      const page = await store.page(userId, { limit: pageLimit, before: cursor });
      return { items: page.items.map(toImportView), next_cursor: page.nextCursor };
    },

    async get(userId: string, id: string): Promise<ImportView> {
      const record = await store.find(userId, id);
      if (record === null) throw notFound();
      return toImportView(record);
    },

    async delete(userId: string, id: string): Promise<void> {
      if (!(await store.delete(userId, id))) throw notFound();
    },
  };
}
