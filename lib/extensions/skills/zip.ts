import { buffer } from 'node:stream/consumers';
import { listZip, UnreadableZip, type ZipEntry, type ZipFlaw } from '@/lib/archive/read-zip';
import { writeZip as writePieces, type ZipFile } from '@/lib/archive/write-zip';
import { type RawFile, refuseSkill, type SkillFile, skillLimits } from './skill-folder';

const maxEntries = 500;
const maxDirectoryBytes = 1024 * 1024;

const unreadable = 'This is not a ZIP archive that can be read.';
const reasons: Record<ZipFlaw, string> = {
  broken: unreadable,
  encrypted: 'The archive is encrypted.',
  unknown_packing: 'A file of the archive is packed in a way that is not known here.',
  too_many_entries: `The archive has more than ${maxEntries} entries; a skill has at most a few dozen files.`,
  directory_too_large: unreadable,
};

async function contentOf(entry: ZipEntry, room: number): Promise<Uint8Array> {
  const path = entry.path.slice(0, 200);
  if (!entry.isNamedInUtf8) throw refuseSkill('A name in the archive is not UTF-8.');
  if (entry.isLink) throw refuseSkill(`${path} is a link; a skill holds files only.`);
  if (entry.size > room)
    throw refuseSkill(`The archive holds more than the ${skillLimits.totalBytes} bytes of a skill.`);
  return new Uint8Array(await buffer(entry.open({ isChecked: true })));
}

async function unpack(archive: Uint8Array): Promise<RawFile[]> {
  const read = async (at: number, length: number) => archive.subarray(at, at + length);
  const entries = await listZip({ size: archive.byteLength, read }, { maxEntries, maxDirectoryBytes });
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new UnreadableZip('encrypted');
  const files: RawFile[] = [];
  let room: number = skillLimits.totalBytes;
  for (const entry of entries) {
    if (entry.isFolder) continue;
    const bytes = await contentOf(entry, room);
    room -= bytes.byteLength;
    files.push({ path: entry.path, bytes });
  }
  return files;
}

/**
 * The files of a ZIP archive, unpacked in memory and never by name: a path is only text until `buildSkill` has checked
 * it. Sizes are bounded before and while unpacking; encrypted entries, links and other packings than deflate are refused.
 */
export async function readZip(archive: Uint8Array): Promise<RawFile[]> {
  try {
    return await unpack(archive);
  } catch (error) {
    throw error instanceof UnreadableZip ? refuseSkill(reasons[error.flaw]) : error;
  }
}

/** A ZIP archive of the files, in a folder of the given name. It bears no time: the same skill gives the same bytes. */
export async function writeZip(folder: string, files: readonly SkillFile[]): Promise<Uint8Array> {
  async function* inside(): AsyncGenerator<ZipFile> {
    for (const { path, content } of files) yield { path: `${folder}/${path}`, content };
  }
  return new Uint8Array(await buffer(writePieces(inside(), 0)));
}
