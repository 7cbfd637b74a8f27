import { describe, expect, it } from 'vitest';
import { readZip } from '@/lib/extensions/skills/zip';
import { storedZip } from '@/tests/support/stored-zip';
import { sourceOfBytes } from '../import/byte-source';
import { listEntries, openEntry, wholeRoom } from '../import/zip-entries';
import { writeZip, type ZipFile } from './zip-stream';

const madeAt = Date.parse('2026-11-30T12:34:56Z');

async function zipOf(files: readonly ZipFile[]): Promise<Buffer> {
  async function* all() {
    yield* files;
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(all(), madeAt)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* slowly(...pieces: readonly (string | Uint8Array)[]) {
  yield* pieces;
}

async function unpack(bytes: Uint8Array): Promise<Record<string, string>> {
  const source = sourceOfBytes(bytes);
  const found: Record<string, string> = {};
  for (const entry of await listEntries(source)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of openEntry(source, entry, wholeRoom())) pieces.push(piece);
    found[entry.path] = Buffer.concat(pieces).toString('utf8');
  }
  return found;
}

const files = { 'a.txt': 'one two', 'folder/数据.json': '{"a":"é"}', 'empty.txt': '' };

describe('an archive that is written while it is read', () => {
  it('is read by another reader, with names, contents and check sums', async () => {
    const zip = await zipOf([
      { path: 'a.txt', content: slowly('one ', new TextEncoder().encode('two')) },
      { path: 'folder/数据.json', content: '{"a":"é"}' },
      { path: 'empty.txt', content: slowly() },
    ]);
    const read = readZip(zip).map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')]);
    expect(Object.fromEntries(read)).toEqual(files);
    expect(await unpack(zip)).toEqual(files);
  });

  it('passes on what its contents throw', async () => {
    async function* broken() {
      yield 'some';
      throw new Error('the database is away');
    }
    await expect(zipOf([{ path: 'a', content: broken() }])).rejects.toThrow('the database is away');
  });
});

describe('an archive of somebody else', () => {
  it('is read, also when its files are stored as they are', async () => {
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
    const directory = zip.indexOf(Buffer.from('PK\u0001\u0002'));
    zip.writeUInt16LE(1, directory + 8);
    await expect(unpack(zip)).rejects.toThrow('encrypted');
  });
});
