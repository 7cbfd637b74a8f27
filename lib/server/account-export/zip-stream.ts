import 'server-only';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive, made as it is written. */
export interface ZipFile {
  readonly path: string;
  readonly content: AsyncIterable<string | Uint8Array> | string;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

const [entryMark, fileMark, descriptorMark, endMark] = [0x02014b50, 0x04034b50, 0x08074b50, 0x06054b50];
/** Names are UTF-8, and sizes follow what they are the sizes of. */
const flags = 0x0800 | 0x0008;
const deflated = 8;
const version = 20;
const descriptorBytes = 16;
const maxEntries = 0xffff;
const maxOffset = 0xffff_ffff;

type Field = readonly [bytes: 2 | 4, value: number];

function numbers(...fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((size, [bytes]) => size + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** Two 16-bit numbers: what the archive says about when its files were made. */
function dosTime(at: number): readonly [time: number, date: number] {
  const date = new Date(at);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  return [
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  ];
}

async function* toBytes(content: ZipFile['content']): AsyncGenerator<Buffer> {
  if (typeof content === 'string') yield Buffer.from(content);
  else for await (const piece of content) yield typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece);
}

/** What stands both before a file and in the directory: how it is packed, and when it was made. */
const commonFields = (madeAt: number): Field[] => {
  const [time, date] = dosTime(madeAt);
  return [
    [2, version],
    [2, flags],
    [2, deflated],
    [2, time],
    [2, date],
  ];
};

interface Sums {
  crc: number;
  size: number;
  packed: number;
}

/** Packs a content piece by piece and keeps count. */
async function* pack(content: ZipFile['content'], sums: Sums): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const piece of toBytes(content)) {
      sums.crc = crc32(piece, sums.crc);
      sums.size += piece.length;
      yield piece;
    }
  }
  const deflate = createDeflateRaw();
  const input = Readable.from(counted(), { objectMode: false });
  input.on('error', (error) => deflate.destroy(error));
  try {
    for await (const piece of input.pipe(deflate) as AsyncIterable<Buffer>) {
      sums.packed += piece.length;
      yield piece;
    }
  } finally {
    input.destroy();
    deflate.destroy();
  }
}

function directoryEntry(common: readonly Field[], { name, crc, packed, size, at }: Written): Buffer {
  const sizes: Field[] = [
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ];
  const nothing: Field[] = [
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
  ];
  return Buffer.concat([numbers([4, entryMark], [2, version], ...common, ...sizes, ...nothing, [4, at]), name]);
}

/**
 * A ZIP archive, written front to back: no more of it is in memory than one piece of one file. Beyond what the plain
 * format holds (65,535 files, 4 GB) it fails rather than lies.
 */
export async function* writeZip(files: AsyncIterable<ZipFile>, madeAt: number): AsyncGenerator<Uint8Array> {
  const common = commonFields(madeAt);
  const written: Written[] = [];
  let at = 0;
  for await (const file of files) {
    if (written.length === maxEntries || at > maxOffset) throw new RangeError('the archive is too large');
    const start = at;
    const name = Buffer.from(file.path, 'utf8');
    const head = numbers([4, fileMark], ...common, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]);
    yield Buffer.concat([head, name]);
    const sums: Sums = { crc: 0, size: 0, packed: 0 };
    yield* pack(file.content, sums);
    yield numbers([4, descriptorMark], [4, sums.crc], [4, sums.packed], [4, sums.size]);
    at += head.length + name.length + sums.packed + descriptorBytes;
    written.push({ name, ...sums, at: start });
  }
  if (at > maxOffset) throw new RangeError('the archive is too large');
  let listed = 0;
  for (const file of written) {
    const entry = directoryEntry(common, file);
    listed += entry.length;
    yield entry;
  }
  yield numbers([4, endMark], [2, 0], [2, 0], [2, written.length], [2, written.length], [4, listed], [4, at], [2, 0]);
}
