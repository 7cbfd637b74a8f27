import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { storedZip } from '@/tests/support/stored-zip';
import { listZip, type RandomAccess, type ZipEntry } from './read-zip';
import { writeZip, type ZipFile } from './write-zip';

const madeAt = Date.parse('2026-11-30T12:34:56Z');
const limits = { maxEntries: 100, maxDirectoryBytes: 100_000 };

async function* each<Item>(...items: readonly Item[]) {
  yield* items;
}

const zipOf = async (files: readonly ZipFile[]) => await buffer(writeZip(each(...files), madeAt));

const sourceOf = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.byteLength,
  read: async (at, length) => bytes.subarray(at, at + length),
});

const textOf = async (entry: ZipEntry, isChecked = false) => (await buffer(entry.open({ isChecked }))).toString('utf8');

async function unpack(bytes: Uint8Array): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await listZip(sourceOf(bytes), limits)) found[entry.path] = await textOf(entry, true);
  return found;
}

const files = { 'a.txt': 'one two', 'folder/数据.json': '{"a":"é"}', 'empty.txt': '' };
const piece = Buffer.alloc(256 * 1024, 0x61);

/** An archive of one deflated entry, with what its directory says of it. */
function deflatedZip(content: Uint8Array, { size = content.length, crc = crc32(content), packing = 8 } = {}): Buffer {
  const zip = storedZip({ 'a.txt': deflateRawSync(content) });
  const entry = zip.indexOf(Buffer.from('PK\u0001\u0002'));
  zip.writeUInt16LE(packing, entry + 10);
  zip.writeUInt32LE(crc, entry + 16);
  zip.writeUInt32LE(size, entry + 24);
  return zip;
}

describe('an archive that is written while it is read', () => {
  it('has names, contents and check sums', async () => {
    const zip = await zipOf([
      { path: 'a.txt', content: each<string | Uint8Array>('one ', new TextEncoder().encode('two')) },
      { path: 'folder/数据.json', content: '{"a":"é"}' },
      { path: 'empty.txt', content: each<string>() },
    ]);
    expect(await unpack(zip)).toEqual(files);
  });

  it('gives every file a name of its own', async () => {
    const twice = ['a.txt', 'a.txt', 'a.txt', '.env', '.env'].map((path, at) => ({ path, content: String(at) }));
    const named = { 'a.txt': '0', 'a (2).txt': '1', 'a (3).txt': '2', '.env': '3', '.env (2)': '4' };
    expect(await unpack(await zipOf(twice))).toEqual(named);
  });

  it('passes on what its files and their contents throw', async () => {
    async function* broken() {
      yield 'some';
      throw new Error('the database is away');
    }
    await expect(zipOf([{ path: 'a', content: broken() }])).rejects.toThrow('the database is away');
    async function* gone(): AsyncGenerator<ZipFile> {
      yield { path: 'a', content: 'x' };
      throw new Error('no more files');
    }
    await expect(buffer(writeZip(gone(), madeAt))).rejects.toThrow('no more files');
  });

  it('goes no further than it is taken, holds up no other, and lets everything go when it is given up', async () => {
    let [made, closed] = [0, 0];
    async function* noise() {
      try {
        for (;;) {
          made += 1;
          yield crypto.getRandomValues(new Uint8Array(64 * 1024));
        }
      } finally {
        closed += 1;
      }
    }
    async function* listed() {
      try {
        yield { path: 'endless', content: noise() };
      } finally {
        closed += 1;
      }
    }
    const slow = Array.from({ length: 12 }, () => writeZip(listed(), madeAt));
    for (const archive of slow) await archive.next();
    expect(await unpack(await zipOf([{ path: 'a', content: 'x' }]))).toEqual({ a: 'x' });
    const before = made;
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(made).toBeLessThan(before + 200);
    for (const archive of slow) await archive.return(undefined);
    expect(closed).toBe(24);
  });
});

describe('an archive of somebody else', () => {
  it('is read from where it lies, a piece at a time', async () => {
    const zip = storedZip({ 'big.bin': Buffer.alloc(4 * 1024 * 1024, 1), ...files });
    const asked: number[] = [];
    const source = { size: zip.length, read: async (at: number, length: number) => zip.subarray(at, at + length) };
    const read = (at: number, length: number) => {
      asked.push(length);
      return source.read(at, length);
    };
    const entries = await listZip({ ...source, read }, limits);
    expect(entries.map(({ path }) => path)).toEqual(['big.bin', ...Object.keys(files)]);
    const [big] = entries;
    if (big) for await (const _ of big.open()) expect(Math.max(...asked)).toBeLessThanOrEqual(256 * 1024);
    expect(asked.length).toBeGreaterThan(16);
    const isWanted = (path: string) => path.endsWith('.txt');
    const some = await listZip({ ...source, read }, { ...limits, isWanted });
    expect(some.map(({ path }) => path)).toEqual(['a.txt', 'empty.txt']);
  });

  it('opens its entries in any order, and again', async () => {
    const entries = await listZip(sourceOf(storedZip(files)), limits);
    const read: string[] = [];
    for (const place of [1, 0, 2, 1, 1]) read.push(await textOf(entries.at(place) as ZipEntry, true));
    expect(read).toEqual(['{"a":"é"}', 'one two', '', '{"a":"é"}', '{"a":"é"}']);
  });

  it('passes on that its source is away', async () => {
    const zip = await zipOf([{ path: 'a', content: 'x'.repeat(1000) }]);
    const away = { isAway: false };
    const read = async (at: number, length: number) => {
      if (away.isAway) throw new Error('the database is away');
      return zip.subarray(at, at + length);
    };
    const [entry] = await listZip({ size: zip.length, read }, limits);
    away.isAway = true;
    await expect(entry && textOf(entry)).rejects.toThrow('the database is away');
    await expect(listZip({ size: zip.length, read }, limits)).rejects.toThrow('the database is away');
  });

  it('is refused with more entries, or a longer directory, than allowed', async () => {
    const zip = storedZip({ a: '', b: '', c: '' });
    await expect(listZip(sourceOf(zip), { ...limits, maxEntries: 2 })).rejects.toThrow('too_many_entries');
    const long = storedZip(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`${'n'.repeat(900)}${at}`, ''])));
    await expect(listZip(sourceOf(long), { ...limits, maxDirectoryBytes: 70_000 })).rejects.toThrow(
      'directory_too_large',
    );
  });

  it.each([
    ['a size that is too small', deflatedZip(piece, { size: 10 })],
    ['a size that is too large', deflatedZip(piece, { size: piece.length + 1 })],
    ['a wrong check sum', deflatedZip(piece, { crc: 1 })],
    ['an odd packing', deflatedZip(piece, { packing: 12 })],
    ['sizes of the larger format', deflatedZip(piece, { size: 0xffff_ffff })],
  ])('is refused with %s', async (_what, zip) => {
    await expect(unpack(zip)).rejects.toThrow(/^(broken|unknown_packing)$/);
  });

  it('unpacks no further than it is taken', async () => {
    const bomb = deflatedZip(Buffer.alloc(256 * 1024 * 1024));
    const [entry] = await listZip(sourceOf(bomb), limits);
    const before = process.memoryUsage().rss;
    let taken = 0;
    for await (const bytes of entry?.open() ?? []) {
      taken += bytes.length;
      if (taken > 1024 * 1024) break;
    }
    expect(taken).toBeLessThan(2 * 1024 * 1024);
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });
});
