import 'server-only';
import type { ZipEntry } from '@/lib/archive/read-zip';
import { type ByteSource, readPieces, UnreadableFile } from './byte-source';
import { CannotImport } from './converted';
import { splitJson } from './json-items';
import { isRecord } from './recognise';
import { isZip, listEntries, openEntry, wholeRoom } from './zip-entries';

/** Something in a file that may be a conversation: its value, or why there is none. */
export type ExportItem = { readonly value: unknown } | { readonly flaw: CannotImport };

/** Of one conversation. A list may have any number of them. */
const maxItemBytes = 64 * 1024 * 1024;
const maxLooseFiles = 1_000;

const isJson = (path: string) => /\.json$/i.test(path);
const isConversations = ({ path }: ZipEntry) => /(^|\/)conversations(-\d+)?\.json$/i.test(path);
const isSession = ({ path }: ZipEntry) => /(^|\/)sessions\/[^/]+\.json$/i.test(path);
const isLoose = ({ path }: ZipEntry) => isJson(path) && !/(^|\/)(__MACOSX\/|\.)/.test(path);

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

/** Everything in a file that may be a conversation, in order, each list or file as something to open. */
export async function* readExport(source: ByteSource): AsyncGenerator<() => Iterable<ExportItem>> {
  if (!(await isZip(source))) return yield* readJson(readPieces(source, 0, source.size));
  const room = wholeRoom();
  for (const entry of chooseEntries(await listEntries(source, isJson))) {
    try {
      yield* readJson(openEntry(entry, room));
    } catch (error) {
      // One bad file of an archive does not stop the others.
      if (!(error instanceof UnreadableFile) || error.reason === 'archive_too_large') throw error;
      yield () => [{ flaw: new CannotImport('broken', entry.path.slice(0, 200)) }];
    }
  }
}
