import 'server-only';
import type { ZipEntry } from '@/lib/archive/read-zip';
import { type ByteSource, readPieces, UnreadableFile } from './byte-source';
import { CannotImport } from './converted';
import { splitJson } from './json-items';
import { type LibraryKind, libraryFiles, libraryKinds } from './library-rows';
import { isRecord } from './recognise';
import { isZip, listEntries, openEntry, type Room, wholeRoom } from './zip-entries';

/** Something in a file that may be a conversation, or of what lies beside them: its value, or why there is none. */
export type ExportItem = ({ readonly value: unknown } | { readonly flaw: CannotImport }) & {
  readonly kind?: LibraryKind;
};

/** Of one conversation. A list may have any number of them. */
const maxItemBytes = 64 * 1024 * 1024;
const maxLooseFiles = 1_000;

const isJson = (path: string) => /\.json$/i.test(path);
const isConversations = ({ path }: ZipEntry) => /(^|\/)conversations(-\d+)?\.json$/i.test(path);
const isSession = ({ path }: ZipEntry) => /(^|\/)sessions\/[^/]+\.json$/i.test(path);
const isLoose = ({ path }: ZipEntry) => isJson(path) && !/(^|\/)(__MACOSX\/|\.)/.test(path);

const manifestPath = 'manifest.json';
const isWanted = (path: string) => isJson(path) || Object.values<string>(libraryFiles).includes(path);

interface Chosen {
  readonly conversations: readonly ZipEntry[];
  readonly library: readonly { readonly kind: LibraryKind; readonly entry: ZipEntry }[];
}

async function isAccount(entries: readonly ZipEntry[], room: Room): Promise<boolean> {
  const manifest = entries.find(({ path }) => path === manifestPath);
  if (manifest === undefined) return false;
  for await (const { bytes } of splitJson(openEntry(manifest, room), maxItemBytes)) {
    const value = bytes && parse(bytes);
    return isRecord(value) && value.format === 'metona.account';
  }
  return false;
}

/** An archive of a whole account; null for every other. Conversations come first: the rest may name them. */
async function chooseOwn(entries: readonly ZipEntry[], room: Room): Promise<Chosen | null> {
  if (!(await isAccount(entries, room).catch(() => false))) return null;
  const library = libraryKinds.flatMap((kind) => {
    const entry = entries.find(({ path }) => path === libraryFiles[kind]);
    return entry === undefined ? [] : [{ kind, entry }];
  });
  return { conversations: entries.filter(isSession), library };
}

/** The files of an archive that hold conversations: by the names that exports give them, else whatever is JSON. */
function chooseEntries(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const named = entries.filter((entry) => isConversations(entry) || isSession(entry));
  const chosen = named.length > 0 ? named : entries.filter(isLoose).slice(0, maxLooseFiles);
  if (chosen.length === 0) throw new UnreadableFile('nothing_inside');
  return chosen;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new CannotImport('broken');
  }
}

/** A list under `conversations` counts like a list. */
function* unwrap(value: unknown): Generator<ExportItem> {
  const wrapped = isRecord(value) && Array.isArray(value.conversations) ? value.conversations : null;
  if (wrapped === null) yield { value };
  else for (const inner of wrapped) yield { value: inner };
}

async function* readJson(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<() => Iterable<ExportItem>> {
  for await (const { bytes, isCutOff } of splitJson(pieces, maxItemBytes)) {
    // Parsed only when asked for: what was taken in before is passed over unread.
    yield () => {
      if (bytes === null) return [{ flaw: new CannotImport(isCutOff ? 'broken' : 'too_large') }];
      try {
        return unwrap(parse(bytes));
      } catch (error) {
        if (error instanceof CannotImport) return [{ flaw: error }];
        throw error;
      }
    };
  }
}

/** Rows of which each is a line, as the list that they are. */
async function* asList(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[');
  yield* rows;
  yield Buffer.from(']');
}

async function* readRows(kind: LibraryKind, pieces: AsyncIterable<Uint8Array>) {
  const isLines = libraryFiles[kind].endsWith('.ndjson');
  for await (const open of readJson(isLines ? asList(pieces) : pieces)) {
    yield () => Array.from(open(), (item): ExportItem => ({ ...item, kind }));
  }
}

/** One bad file of an archive does not stop the others. */
async function* withoutBroken(
  path: string,
  items: AsyncIterable<() => Iterable<ExportItem>>,
): AsyncGenerator<() => Iterable<ExportItem>> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof UnreadableFile) || error.reason === 'archive_too_large') throw error;
    yield () => [{ flaw: new CannotImport('broken', path.slice(0, 200)) }];
  }
}

/** Everything in a file that may be taken in, in order, each list or file as something to open. */
export async function* readExport(source: ByteSource): AsyncGenerator<() => Iterable<ExportItem>> {
  if (!(await isZip(source))) return yield* readJson(readPieces(source, 0, source.size));
  const room = wholeRoom();
  const entries = await listEntries(source, isWanted);
  const own = await chooseOwn(entries, room);
  const { conversations, library } = own ?? { conversations: chooseEntries(entries), library: [] };
  for (const entry of conversations) yield* withoutBroken(entry.path, readJson(openEntry(entry, room)));
  for (const { kind, entry } of library) yield* withoutBroken(entry.path, readRows(kind, openEntry(entry, room)));
}
