import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { writeZip } from '@/lib/archive/write-zip';
import { storedZip } from '@/tests/support/stored-zip';
import { sourceOfBytes } from './byte-source';
import { isZip, listEntries, openEntry, wholeRoom } from './zip-entries';

async function unpack(bytes: Uint8Array, room = wholeRoom()): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await listEntries(sourceOfBytes(bytes)))
    found[entry.path] = (await buffer(openEntry(entry, room))).toString('utf8');
  return found;
}

const files = { 'a.txt': 'one two', 'folder/数据.json': '{"a":"é"}' };

describe('an archive to take in', () => {
  it('is read, also when its files are stored as they are', async () => {
    expect(await isZip(sourceOfBytes(storedZip(files)))).toBe(true);
    expect(await unpack(storedZip(files))).toEqual(files);
  });

  it.each([
    ['no end', Buffer.from('PK\u0003\u0004 and nothing more'), 'broken_archive'],
    [
      'a directory that lies outside',
      Buffer.concat([
        Buffer.from('PK\u0005\u0006'),
        Buffer.alloc(4),
        Buffer.from([1, 0, 1, 0, 46, 0, 0, 0, 99, 0, 0, 0, 0, 0]),
      ]),
      'broken_archive',
    ],
  ])('is refused: %s', async (_what, bytes, reason) => {
    await expect(unpack(bytes)).rejects.toThrow(reason);
  });

  it('is refused when it is encrypted', async () => {
    const zip = storedZip({ 'a.txt': 'x' });
    zip.writeUInt16LE(1, zip.indexOf(Buffer.from('PK\u0001\u0002')) + 8);
    await expect(unpack(zip)).rejects.toThrow('encrypted');
  });

  it('is refused when it holds more than there is room for, or grows as no text does', async () => {
    await expect(unpack(storedZip(files), { left: 10 })).rejects.toThrow('archive_too_large');
    async function* zeros() {
      for (let n = 0; n < 160; n += 1) yield new Uint8Array(256 * 1024);
    }
    async function* inside() {
      yield { path: 'a.json', content: zeros() };
    }
    const bomb = await buffer(writeZip(inside(), 0));
    await expect(unpack(bomb)).rejects.toThrow('archive_too_large');
  });
});
