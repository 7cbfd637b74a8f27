import type { ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { loadZipLibrary } from './zip-library';

/** A file of an archive, made as it is written. */
export interface ZipFile {
  readonly path: string;
  readonly content: AsyncIterable<string | Uint8Array> | string;
}

const maxEntries = 0xffff;

/** The time as archives write it down, the same in every time zone. */
function dosTime(at: number): number {
  const date = new Date(at);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

const encoder = new TextEncoder();

async function* toBytes(content: ZipFile['content']): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield encoder.encode(content);
  else for await (const piece of content) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

function streamOf(pieces: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

/** A second file of the same name gets a number, lest it takes the place of the first where both are unpacked. */
function nameApart(path: string, taken: Set<string>): string {
  const [, stem = path, ending = ''] = /^(.*?[^/])(\.[^./]+)?$/s.exec(path) ?? [];
  let name = path;
  for (let n = 2; taken.has(name); n += 1) name = `${stem} (${n})${ending}`;
  taken.add(name);
  return name;
}

async function writeAll(zip: ZipWriter<unknown>, files: AsyncIterable<ZipFile>): Promise<void> {
  const taken = new Set<string>();
  for await (const { path, content } of files) {
    if (taken.size === maxEntries) throw new RangeError('the archive is too large');
    const pieces = toBytes(content);
    try {
      await zip.add(nameApart(path, taken), streamOf(pieces));
    } finally {
      await pieces.return(undefined);
    }
  }
  await zip.close();
}

/**
 * A ZIP archive, written front to back as it is taken: no more of it is in memory than a few pieces of one file. Beyond
 * what the plain format holds (65,535 files, 4 GB) it fails rather than lies. The same files give the same bytes.
 */
export async function* writeZip(files: AsyncIterable<ZipFile>, madeAt: number): AsyncGenerator<Uint8Array> {
  const library = await loadZipLibrary();
  const gone = new AbortController();
  let fail = (_error: unknown) => {};
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      fail = (error) => controller.error(error);
    },
  });
  const zip = new library.ZipWriter(writable, {
    zip64: false,
    extendedTimestamp: false,
    rawLastModDate: dosTime(madeAt),
    signal: gone.signal,
  });
  const written = writeAll(zip, files).catch(fail);
  try {
    yield* readable;
  } finally {
    gone.abort();
    await written;
  }
}
