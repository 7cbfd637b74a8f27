import 'server-only';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type ByteSource, readPieces, UnreadableFile } from './byte-source';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const fileMark = 0x04034b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const maxDirectoryBytes = 32 * 1024 * 1024;
const encryptedFlag = 0x0001;

/** No text shrinks more than this; what grows faster is a trap. */
const maxRatio = 200;
const ratioFreeBytes = 32 * 1024 * 1024;
/** Of all that is unpacked of one archive. */
const maxUnpackedBytes = 4 * 1024 ** 3;

export interface ZipEntry {
  readonly path: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packed: number;
  readonly at: number;
}

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const broken = () => new UnreadableFile('broken_archive');

export async function isZip(source: ByteSource): Promise<boolean> {
  const head = view(await source.read(0, 4));
  return head.length === 4 && (head.readUInt32LE(0) === fileMark || head.readUInt32LE(0) === endMark);
}

async function findEnd(source: ByteSource): Promise<Buffer> {
  const from = Math.max(0, source.size - endBytes - maxCommentBytes);
  const tail = view(await source.read(from, source.size - from));
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === endMark) return tail.subarray(at);
  throw broken();
}

function readEntry(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark) throw broken();
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
  if (nameEnd > directory.length) throw broken();
  return {
    entry: {
      path: directory.toString('utf8', at + 46, nameEnd),
      method: directory.readUInt16LE(at + 10),
      isEncrypted: (directory.readUInt16LE(at + 8) & encryptedFlag) !== 0,
      packed: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    },
    next: nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32),
  };
}

/** What the directory at the end lists; nothing is looked for elsewhere, and no path is ever used as one. */
export async function listEntries(source: ByteSource): Promise<ZipEntry[]> {
  const end = await findEnd(source);
  const count = end.readUInt16LE(10);
  const size = end.readUInt32LE(12);
  if (size > maxDirectoryBytes) throw new UnreadableFile('archive_too_large');
  const directory = view(await source.read(end.readUInt32LE(16), size));
  const entries: ZipEntry[] = [];
  for (let at = 0, read = 0; read < count; read += 1) {
    const { entry, next } = readEntry(directory, at);
    entries.push(entry);
    at = next;
  }
  return entries;
}

async function packedPieces(source: ByteSource, entry: ZipEntry): Promise<AsyncGenerator<Uint8Array>> {
  const header = view(await source.read(entry.at, 30));
  if (header.length < 30 || header.readUInt32LE(0) !== fileMark) throw broken();
  const start = entry.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.packed > source.size) throw broken();
  return readPieces(source, start, entry.packed);
}

/** What one archive may still unpack. */
export interface Room {
  left: number;
}
export const wholeRoom = (): Room => ({ left: maxUnpackedBytes });

/** An entry, unpacked as it is read. Sizes that the archive states are not believed: what comes out is counted. */
export async function* openEntry(source: ByteSource, entry: ZipEntry, room: Room): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted) throw new UnreadableFile('encrypted');
  const packed = await packedPieces(source, entry);
  if (entry.method === 0) return yield* packed;
  if (entry.method !== 8) throw broken();
  const inflate = createInflateRaw();
  const input = Readable.from(packed, { objectMode: false });
  input.on('error', (error) => inflate.destroy(error));
  let unpacked = 0;
  try {
    for await (const piece of input.pipe(inflate) as AsyncIterable<Buffer>) {
      unpacked += piece.length;
      room.left -= piece.length;
      if (room.left < 0 || (unpacked > ratioFreeBytes && unpacked > entry.packed * maxRatio))
        throw new UnreadableFile('archive_too_large');
      yield piece;
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? broken() : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}
