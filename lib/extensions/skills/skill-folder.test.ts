import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildSkill, readTexts, type SkillFile, skillLimits } from './skill-folder';
import { readZip, writeZip } from './zip';

const head = '---\nname: report\ndescription: Writes reports.\n---\n';
const main: SkillFile = { path: 'SKILL.md', content: `${head}See [style](references/style.md).` };
const style: SkillFile = { path: 'references/style.md', content: 'Short.' };
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('buildSkill', () => {
  it('takes a folder with or without its own name around it', () => {
    const bare = buildSkill([main, style]);
    expect(bare).toMatchObject({ head: { name: 'report' }, problems: [] });
    expect(bare.files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/style.md']);
    const wrapped = buildSkill([main, style].map((file) => ({ ...file, path: `report/${file.path}` })));
    expect(wrapped.files).toEqual(bare.files);
  });

  it('says when the folder is called otherwise, and which linked file is missing', () => {
    const { problems } = buildSkill([{ ...main, path: 'other/skill.md' }]);
    expect(problems.map(({ field, severity }) => [field, severity])).toEqual([
      ['references/style.md', 'warning'],
      ['name', 'warning'],
    ]);
  });

  it.each([
    '../evil.md',
    '/etc/passwd',
    'a/../../b.md',
    'C:\\x.md',
    'a\\b.md',
    'con',
    'a\u202eb.md',
    '~/x',
    'file:///x',
    '',
  ])('refuses the path %j', (path) => {
    expect(() => buildSkill([main, { path, content: 'x' }])).toThrow('is not a path inside a skill');
  });

  it.each<[string, SkillFile[]]>([
    ['no SKILL.md', [style]],
    ['nothing', []],
    [
      'SKILL.md only further down',
      [
        { ...main, path: 'a/SKILL.md' },
        { path: 'b/x.md', content: '' },
      ],
    ],
    ['two spellings of one path', [main, style, { ...style, path: 'References/Style.md' }]],
    ['two SKILL.md', [main, { ...main, path: 'skill.md' }]],
    ['a broken front matter', [{ path: 'SKILL.md', content: '# x' }]],
    ['too many files', [main, ...Array.from({ length: 64 }, (_, at) => ({ path: `f${at}.md`, content: '' }))]],
    ['a file that is too large', [main, { path: 'big.md', content: 'x'.repeat(skillLimits.fileBytes + 1) }]],
    [
      'too much in all',
      [main, ...Array.from({ length: 5 }, (_, at) => ({ path: `b${at}`, content: 'x'.repeat(skillLimits.fileBytes) }))],
    ],
  ])('refuses %s', (_what, files) => {
    expect(() => buildSkill(files)).toThrow(/\.$/);
  });
});

describe('readTexts', () => {
  it('takes text only, and leaves out what systems leave behind', () => {
    const raw = (path: string, ...bytes: number[]) => ({ path, bytes: new Uint8Array(bytes) });
    expect(readTexts([raw('a.sh', 0x23, 0x21), raw('__MACOSX/._a', 0, 1), raw('x/.DS_Store', 0)])).toEqual([
      { path: 'a.sh', content: '#!' },
    ]);
    expect(() => readTexts([raw('a.png', 0x89, 0x50)])).toThrow('a.png is not text');
    expect(() => readTexts([raw('a.bin', 0x61, 0)])).toThrow('a.bin is not text');
  });
});

/** An archive of one entry, as somebody writes it who wants to harm. */
async function archive(of: {
  name?: string;
  content?: Uint8Array;
  size?: number;
  method?: number;
  flags?: number;
  mode?: number;
}) {
  const content = of.content ?? bytesOf('x');
  const zip = Buffer.from(await writeZip('d', [{ path: 'f', content: Buffer.from(content).toString('latin1') }]));
  const name = Buffer.from(of.name ?? 'd/f');
  const entry = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  if (of.size !== undefined) zip.writeUInt32LE(of.size, entry + 24);
  if (of.method !== undefined) zip.writeUInt16LE(of.method, entry + 10);
  if (of.flags !== undefined) zip.writeUInt16LE(of.flags, entry + 8);
  if (of.mode !== undefined) zip.writeUInt32LE(of.mode * 0x10000, entry + 38);
  if (name.length === 3) name.copy(zip, entry + 46);
  return new Uint8Array(zip);
}

describe('archives', () => {
  it('come back as they went, and the same skill gives the same bytes', async () => {
    const files = [
      main,
      { path: 'scripts/学.py', content: 'print("你好")\n'.repeat(100) },
      { path: 'empty', content: '' },
    ];
    const zip = await writeZip('report', files);
    expect(readTexts(await readZip(zip))).toEqual(files.map((file) => ({ ...file, path: `report/${file.path}` })));
    expect(await writeZip('report', files)).toEqual(zip);
  });

  it.each<[string, Uint8Array | Promise<Uint8Array>]>([
    ['no bytes', new Uint8Array()],
    ['no archive', bytesOf('PK\x03\x04 but nothing else, really nothing at all')],
    ['a cut archive', archive({}).then((zip) => zip.slice(10))],
    ['a size that is a lie', archive({ size: 0 })],
    ['a size beyond everything', archive({ size: 0xffffffff })],
    ['an unknown packing', archive({ method: 12 })],
    ['an encrypted entry', archive({ flags: 1 })],
    ['a link', archive({ mode: 0xa1ff })],
    ['a damaged entry', archive({}).then((zip) => zip.with(33, 0xff))],
  ])('refuse %s', async (_what, bytes) => {
    await expect(readZip(await bytes)).rejects.toThrow(/\.$/);
  });

  it('are never unpacked beyond their room, whatever their directory says', async () => {
    const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));
    const zip = Buffer.from(await writeZip('d', [{ path: 'f', content: 'x' }]));
    const entry = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const local = Buffer.concat([zip.subarray(0, 33), bomb]);
    const directory = Buffer.from(zip.subarray(entry));
    directory.writeUInt32LE(bomb.length, 20);
    directory.writeUInt32LE(skillLimits.totalBytes, 24);
    directory.writeUInt32LE(local.length, directory.length - 6);
    const before = process.memoryUsage().rss;
    await expect(readZip(Buffer.concat([local, directory]))).rejects.toThrow('not a ZIP archive');
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  it('lead nowhere by their names', async () => {
    const files = readTexts(await readZip(await archive({ name: '../' })));
    expect(files).toEqual([]);
    const slip = readTexts(await readZip(await archive({ name: '/rc' })));
    expect(() => buildSkill([main, ...slip])).toThrow('is not a path inside a skill');
  });
});
