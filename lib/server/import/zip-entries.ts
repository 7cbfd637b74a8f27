import 'server-only';
import { listZip, UnreadableZip, type ZipEntry, type ZipFlaw } from '@/lib/archive/read-zip';
import { type ByteSource, type Unreadable, UnreadableFile } from './byte-source';

/** All that the plain format can list. */
const maxEntries = 65_535;
const maxDirectoryBytes = 32 * 1024 * 1024;

/** No text shrinks more than this; what grows faster is a trap. */
const maxRatio = 200;
const ratioFreeBytes = 32 * 1024 * 1024;
/** Of all that is unpacked of one archive. */
const maxUnpackedBytes = 4 * 1024 ** 3;

const reasons: Record<ZipFlaw, Unreadable> = {
  broken: 'broken_archive',
  encrypted: 'encrypted',
  unknown_packing: 'broken_archive',
  too_many_entries: 'archive_too_large',
  directory_too_large: 'archive_too_large',
};

const toUnreadable = (error: unknown) =>
  error instanceof UnreadableZip ? new UnreadableFile(reasons[error.flaw]) : error;

const starts = ['PK\u0003\u0004', 'PK\u0005\u0006'];

export async function isZip(source: ByteSource): Promise<boolean> {
  return starts.includes(Buffer.from(await source.read(0, 4)).toString('latin1'));
}

/** What an archive lists; no path is ever used as one. */
export async function listEntries(source: ByteSource, isWanted = (_path: string) => true): Promise<ZipEntry[]> {
  try {
    return await listZip(source, { maxEntries, maxDirectoryBytes, isWanted });
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** What one archive may still unpack. */
export interface Room {
  left: number;
}
export const wholeRoom = (): Room => ({ left: maxUnpackedBytes });

/** An entry, unpacked as it is read. Sizes that the archive states are not believed: what comes out is counted. */
export async function* openEntry(entry: ZipEntry, room: Room): AsyncGenerator<Uint8Array> {
  let unpacked = 0;
  try {
    for await (const piece of entry.open()) {
      unpacked += piece.length;
      room.left -= piece.length;
      if (room.left < 0 || (unpacked > ratioFreeBytes && unpacked > entry.packed * maxRatio))
        throw new UnreadableFile('archive_too_large');
      yield piece;
    }
  } catch (error) {
    throw toUnreadable(error);
  }
}
