import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { type RawFile, refuseSkill, type SkillFile, skillLimits } from './skill-folder';

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const fileMark = 0x04034b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const maxEntries = 500;
const utf8Flag = 0x0800;
const encryptedFlag = 0x0001;
const symbolicLink = 0xa000;

const broken = () => refuseSkill('This is not a ZIP archive that can be read.');

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

function findEnd(zip: Buffer): number {
  const lowest = Math.max(0, zip.length - endBytes - maxCommentBytes);
  for (let at = zip.length - endBytes; at >= lowest; at -= 1) if (zip.readUInt32LE(at) === endMark) return at;
  throw broken();
}

function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuseSkill('A name in the archive is not UTF-8.');
  }
}

function readEntry(zip: Buffer, at: number): Entry & { next: number; isFolder: boolean } {
  if (at + 46 > zip.length || zip.readUInt32LE(at) !== entryMark) throw broken();
  const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
  const end = at + 46 + (nameLength ?? 0);
  if (end > zip.length) throw broken();
  const path = nameOf(zip.subarray(at + 46, end));
  if ((zip.readUInt16LE(at + 8) & encryptedFlag) !== 0) throw refuseSkill('The archive is encrypted.');
  if (((zip.readUInt32LE(at + 38) >>> 16) & 0xf000) === symbolicLink)
    throw refuseSkill(`${path.slice(0, 200)} is a link; a skill holds files only.`);
  return {
    path,
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    at: zip.readUInt32LE(at + 42),
    isFolder: path.endsWith('/'),
    next: end + (extra ?? 0) + (comment ?? 0),
  };
}

/** The directory at the end of an archive is what counts; nothing is looked for elsewhere. */
function readDirectory(zip: Buffer): Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count !== zip.readUInt16LE(end + 8) || zip.readUInt16LE(end + 4) !== 0) throw broken();
  if (count > maxEntries) throw refuseSkill(`The archive has ${count} entries; a skill has at most a few dozen files.`);
  const entries: Entry[] = [];
  for (let at = zip.readUInt32LE(end + 16), read = 0; read < count; read += 1) {
    const entry = readEntry(zip, at);
    if (!entry.isFolder) entries.push(entry);
    at = entry.next;
  }
  return entries;
}

function contentOf(zip: Buffer, entry: Entry, room: number): Uint8Array {
  const { at, packed, method, size } = entry;
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== fileMark) throw broken();
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (start + packed > zip.length || size > room) throw broken();
  const bytes = zip.subarray(start, start + packed);
  if (method === 0) return bytes;
  if (method !== 8) throw refuseSkill(`${entry.path.slice(0, 200)} is packed in a way that is not known here.`);
  try {
    // Whatever the directory says, no more than this is ever unpacked.
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, Math.min(room, size)) });
  } catch {
    throw broken();
  }
}

/**
 * The files of a ZIP archive, unpacked in memory and never by name: a path is only text until `buildSkill` has checked
 * it. Sizes are bounded before and while unpacking; encrypted entries, links and other packings than deflate are refused.
 */
export function readZip(archive: Uint8Array): RawFile[] {
  if (archive.byteLength < endBytes) throw broken();
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const files: RawFile[] = [];
  let room: number = skillLimits.totalBytes;
  for (const entry of readDirectory(zip)) {
    if (entry.size > room)
      throw refuseSkill(`The archive holds more than the ${skillLimits.totalBytes} bytes of a skill.`);
    const bytes = contentOf(zip, entry, room);
    if (bytes.byteLength !== entry.size || crc32(bytes) !== entry.crc) throw broken();
    room -= bytes.byteLength;
    files.push({ path: entry.path, bytes });
  }
  return files;
}

/** 1 January 1980, so that the same skill gives the same bytes. */
const dosDate = 0x0021;

function headerOf(name: Buffer, of: { crc: number; packed: number; size: number }): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(utf8Flag, 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt16LE(dosDate, 8);
  header.writeUInt32LE(of.crc, 10);
  header.writeUInt32LE(of.packed, 14);
  header.writeUInt32LE(of.size, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

const mark = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A ZIP archive of the files, in a folder of the given name. */
export function writeZip(folder: string, files: readonly SkillFile[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, content } of files) {
    const bytes = Buffer.from(content, 'utf8');
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(`${folder}/${path}`, 'utf8');
    const header = headerOf(name, { crc: crc32(bytes), packed: packed.length, size: bytes.length });
    const piece = Buffer.concat([mark(fileMark), header, name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([mark(entryMark), Buffer.from([20, 0]), header, place, name]));
    pieces.push(piece);
    at += piece.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(endMark, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...pieces, listed, end]));
}
