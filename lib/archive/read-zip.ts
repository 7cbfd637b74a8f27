import { setImmediate } from 'node:timers/promises';
import type { Entry, FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { loadZipLibrary } from './zip-library';

/** The bytes of an archive, wherever they lie. */
export interface RandomAccess {
  readonly size: number;
  /** Exactly these bytes; fewer only at the end. */
  read(at: number, length: number): Promise<Uint8Array>;
}

export type ZipFlaw = 'broken' | 'encrypted' | 'unknown_packing' | 'too_many_entries' | 'directory_too_large';

/** The archive is not what it says it is, or of a kind that is not read here. */
export class UnreadableZip extends Error {
  readonly flaw: ZipFlaw;

  constructor(flaw: ZipFlaw, cause?: unknown) {
    super(flaw, { cause });
    this.name = 'UnreadableZip';
    this.flaw = flaw;
  }
}

export interface ZipLimits {
  readonly maxEntries: number;
  readonly maxDirectoryBytes: number;
  /** What is not wanted is counted and forgotten. */
  readonly isWanted?: (path: string) => boolean;
}

export interface ZipEntry {
  /** Text and nothing more; it may lead anywhere. */
  readonly path: string;
  readonly isNamedInUtf8: boolean;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  /** In bytes, as the archive states it. */
  readonly packed: number;
  readonly size: number;
  /**
   * What is inside, unpacked as it is read, and never more than `size`: beyond, the entry is broken. With
   * `isChecked`, its check sum counts as well, but all of it may be in memory before it is taken. One at a time, best in
   * their order.
   */
  open(options?: { readonly isChecked?: boolean }): AsyncGenerator<Uint8Array>;
}

const [stored, deflated] = [0, 8];
/** Finding the directory takes a few; an archive that leads in circles takes many. */
const maxReadsOfListing = 256;
const entriesInOneGo = 500;

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== null;
  } catch {
    return false;
  }
}

interface Reading {
  isListing: boolean;
  reads: number;
  /** Of the source itself, which is nobody's fault here. */
  failure: { readonly error: unknown } | null;
}

function toProblem(error: unknown, { failure }: Reading): unknown {
  if (failure !== null) return failure.error;
  return error instanceof UnreadableZip ? error : new UnreadableZip('broken', error);
}

async function readerOf(source: RandomAccess, reading: Reading, { maxDirectoryBytes }: ZipLimits) {
  const { Reader } = await loadZipLibrary();
  const reader = new Reader(source);
  reader.size = source.size;
  reader.readUint8Array = async (at, length) => {
    reading.reads += 1;
    const known = Math.min(length, source.size - at);
    if (at < 0 || (reading.isListing && reading.reads > maxReadsOfListing)) throw new UnreadableZip('broken');
    if (reading.isListing && length > maxDirectoryBytes) throw new UnreadableZip('directory_too_large');
    if (known <= 0) return new Uint8Array();
    try {
      return await source.read(at, known);
    } catch (error) {
      reading.failure = { error };
      throw error;
    }
  };
  return reader;
}

/** An entry into the stream, as far as it is taken. */
function unpackTo(
  entry: FileEntry,
  isChecked: boolean,
): { readable: ReadableStream<Uint8Array>; unpacked: Promise<unknown> } {
  let fail = (_error: unknown) => {};
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      fail = (error) => controller.error(error);
    },
  });
  // The directory is what counts: what stands before an entry says only where its content begins.
  const unpacked = entry.getData(writable, { checkCrc32: isChecked, checkLocalDirectory: false }).catch(fail);
  return { readable, unpacked };
}

async function* unpack(find: () => Promise<Entry>, reading: Reading, isChecked: boolean): AsyncGenerator<Uint8Array> {
  try {
    const entry = await find();
    if (entry.directory) return;
    if (entry.encrypted) throw new UnreadableZip('encrypted');
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
      throw new UnreadableZip('unknown_packing');
    const { readable, unpacked } = unpackTo(entry, isChecked);
    yield* readable;
    await unpacked;
  } catch (error) {
    throw toProblem(error, reading);
  }
}

const describe = (entry: Entry): Omit<ZipEntry, 'open'> => ({
  path: entry.filename,
  isNamedInUtf8: isUtf8(entry.rawFilename),
  isFolder: entry.directory,
  isLink: entry.symlink,
  isEncrypted: entry.encrypted,
  packed: entry.compressedSize,
  size: entry.uncompressedSize,
});

/** The entries in order, with room for others in between. */
async function* walk(reader: ZipReader<unknown>): AsyncGenerator<Entry> {
  let walked = 0;
  for await (const entry of reader.getEntriesGenerator({ filenameValidation: 'tolerant' })) {
    walked += 1;
    if (walked % entriesInOneGo === 0) await setImmediate();
    yield entry;
  }
}

/** The library's entries are large: none is kept, and one that is opened is walked to once more. */
function createCursor(reader: ZipReader<unknown>) {
  let walking = walk(reader);
  let next = 0;
  return async (place: number): Promise<Entry> => {
    if (place < next) [walking, next] = [walk(reader), 0];
    for (;;) {
      const { done, value } = await walking.next();
      if (done) throw new UnreadableZip('broken');
      next += 1;
      if (next > place) return value;
    }
  };
}

/** What the directory at the end lists; nothing is looked for elsewhere. Archives beyond the plain format are refused. */
export async function listZip(source: RandomAccess, limits: ZipLimits): Promise<ZipEntry[]> {
  const { ZipReader } = await loadZipLibrary();
  const reading: Reading = { isListing: true, reads: 0, failure: null };
  const reader = new ZipReader(await readerOf(source, reading, limits));
  const entryAt = createCursor(reader);
  const entries: ZipEntry[] = [];
  let listed = 0;
  try {
    for await (const entry of walk(reader)) {
      const place = listed;
      listed += 1;
      if (listed > limits.maxEntries) throw new UnreadableZip('too_many_entries');
      if (entry.zip64 || entry.diskNumberStart !== 0) throw new UnreadableZip('broken');
      if (limits.isWanted?.(entry.filename) === false) continue;
      const open: ZipEntry['open'] = ({ isChecked = false } = {}) => unpack(() => entryAt(place), reading, isChecked);
      entries.push({ ...describe(entry), open });
    }
  } catch (error) {
    throw toProblem(error, reading);
  }
  reading.isListing = false;
  return entries;
}
