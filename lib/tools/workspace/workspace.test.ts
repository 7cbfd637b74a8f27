import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WorkspaceFiles } from '@/lib/agent/ports';
import { MetonaFailure } from '@/lib/ir';
import { toolContext as context } from '@/tests/support/tool-context';
import { createWorkspaceTools } from './index';
import { matchGlob } from './match-glob';
import { readBytes, readLines } from './read-lines';

const hashBytes = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const encode = (text: string) => new TextEncoder().encode(text);

/** A workspace of one session, in memory. */
function workspace(texts: Record<string, string | Uint8Array>) {
  const kept = new Map<string, Uint8Array>(
    Object.entries(texts).map(([path, text]) => [path, typeof text === 'string' ? encode(text) : text] as const),
  );
  const about = (path: string, bytes: Uint8Array) => ({
    id: path,
    path,
    mediaType: 'text/plain',
    size: bytes.byteLength,
    sha256: hashBytes(bytes),
    updatedAt: 0,
  });
  const files: WorkspaceFiles = {
    list: async () => [...kept].map(([path, bytes]) => about(path, bytes)),
    read: async (_user, _session, path) => {
      const bytes = kept.get(path);
      return bytes === undefined ? null : { ...about(path, bytes), bytes };
    },
    readStream: async () => null,
    write: async (_user, _session, { path, bytes, mode, expectedSha256 }) => {
      const before = kept.get(path);
      if (expectedSha256 !== undefined && expectedSha256 !== (before ? hashBytes(before) : null)) {
        throw new MetonaFailure({ code: 'conflict', message: 'changed', retryable: false });
      }
      if (before && mode === 'create') {
        throw new MetonaFailure({ code: 'conflict', message: 'taken', retryable: false });
      }
      const after =
        before && mode === 'append'
          ? encode(new TextDecoder().decode(before) + new TextDecoder().decode(bytes))
          : bytes;
      kept.set(path, after);
      return { ...about(path, after), isNew: before === undefined };
    },
  };
  const tools = new Map(createWorkspaceTools(files).map((tool) => [tool.def.name, tool]));
  const run = async (name: string, args: Record<string, unknown>, more: { basis?: string } = {}) => {
    const tool = tools.get(name);
    if (!tool) throw new Error(`no tool ${name}`);
    expect(tool.check(args)).toEqual({ ok: true, args });
    return (await tool.execute(args, { ...context, ...more })) as { result: Record<string, unknown>; summary: string };
  };
  return { tools, run, textOf: (path: string) => new TextDecoder().decode(kept.get(path)) };
}

const table = `name,age\n${Array.from({ length: 3000 }, (_, n) => `p${n},${n}`).join('\n')}\n`;

describe('read_file', () => {
  it('reads the beginning and says how much there is', async () => {
    const { result, summary } = await workspace({ 'data.csv': table }).run('read_file', { file_path: 'data.csv' });
    expect(result).toMatchObject({ first_line: 1, last_line: 2000, total_lines: 3001, truncated: true });
    expect(summary).toMatch(/^data\.csv \(\d+ bytes, lines 1–2000 of 3001; more follows/);
    expect(summary).toContain('name,age\np0,0\n');
  });

  it('reads ranges of lines and of bytes without half characters', async () => {
    const world = workspace({ 'data.csv': table, '文.md': '数据库\r\nsecond\r\n' });
    const some = await world.run('read_file', { file_path: 'data.csv', first_line: 3000, lines: 10 });
    expect(some.result).toMatchObject({ content: 'p2998,2998\np2999,2999', last_line: 3001, truncated: false });
    const beyond = await world.run('read_file', { file_path: 'data.csv', first_line: 9000 });
    expect(beyond.result).toMatchObject({ content: '', last_line: 0, total_lines: 3001 });
    expect((await world.run('read_file', { file_path: '文.md' })).result.content).toBe('数据库\nsecond');
    const bytes = await world.run('read_file', { file_path: '文.md', byte_offset: 1, byte_length: 6 });
    expect(bytes.result).toMatchObject({ content: '据', truncated: true });
  });

  it('reads other encodings than UTF-8 and names them', async () => {
    const orders = new Uint8Array(readFileSync('tests/support/orders-gb18030.csv'));
    const world = workspace({ 'orders.csv': orders, 'a.txt': 'plain' });
    const { result, summary } = await world.run('read_file', { file_path: 'orders.csv', lines: 1 });
    expect(result).toMatchObject({ encoding: 'gb18030', content: expect.stringContaining('订单号,城市') });
    expect(summary).toMatch(/^orders\.csv \(\d+ bytes in gb18030, lines 1–1 of 6/);
    const bytes = await world.run('read_file', { file_path: 'orders.csv', byte_offset: 10, byte_length: 6 });
    expect(bytes.result.content).toBe('城市');
    expect((await world.run('read_file', { file_path: 'a.txt' })).result.encoding).toBe('utf-8');
    const found = await world.run('search_files', { query: '普洱茶' });
    expect(found.result.hits).toMatchObject([{ path: 'orders.csv', line: 4 }]);
  });

  it('keeps to its cap whatever a line holds, and names what there is when nothing is found', async () => {
    const world = workspace({ 'long.txt': 'x'.repeat(5_000_000), 'b.txt': 'b' });
    const { result, summary } = await world.run('read_file', { file_path: 'long.txt' });
    expect([String(result.content).length, result.truncated]).toEqual([48_000, true]);
    expect(summary.length).toBeLessThan(50_100);
    await expect(world.run('read_file', { file_path: '/home/user/data.csv' })).rejects.toThrow(
      'there is no file /home/user/data.csv; there are: long.txt, b.txt',
    );
  });

  it.each([
    [{}],
    [{ file_path: 7 }],
    [{ file_path: '' }],
    [{ file_path: 'a', lines: 0 }],
    [{ file_path: 'a', first_line: 1.5 }],
    [{ file_path: 'a', byte_length: 1e9 }],
    [{ file_path: 'a', __proto__: null, mode: 'x' }],
    [{ file_path: 'x'.repeat(401) }],
  ])('refuses the arguments %j', (args) => {
    expect(workspace({}).tools.get('read_file')?.check(args).ok).toBe(false);
  });
});

describe('write_file', () => {
  it('creates, refuses to replace unless told, and shows people what changed', async () => {
    const world = workspace({});
    const made = await world.run('write_file', { file_path: 'a.md', content: 'one\n' });
    expect(made.result).toEqual({
      path: 'a.md',
      size: 4,
      is_new: true,
      mode: 'create',
      change: { before: '', after: 'one\n' },
    });
    expect(made.summary).toBe('Created a.md (now 4 bytes).');
    await expect(world.run('write_file', { file_path: 'a.md', content: 'x' })).rejects.toThrow('taken');
    const added = await world.run('write_file', { file_path: 'a.md', content: 'two', mode: 'append' });
    expect(added.result.change).toEqual({ before: 'one\n', after: 'one\ntwo' });
    await world.run('write_file', { file_path: 'a.md', content: 'three', mode: 'overwrite' });
    expect(world.textOf('a.md')).toBe('three');
    const large = await world.run('write_file', { file_path: 'b', content: 'y'.repeat(70_000) });
    expect(large.result.change).toBeUndefined();
  });

  it('writes only over what was there when the user was asked', async () => {
    const world = workspace({ 'a.md': 'one' });
    const place = { userId: 'anna', sessionId: 's_1' };
    const basisOf = (path: string) =>
      world.tools.get('write_file')?.basisOf?.({ file_path: path, content: '' }, place) ?? Promise.reject();
    const [present, absent] = [await basisOf('./a.md'), await basisOf('b.md')];
    expect([present, absent]).toEqual([`${hashBytes(encode('one'))} a.md`, '- b.md']);
    const args = { file_path: 'a.md', content: 'two', mode: 'overwrite' };
    await world.run('write_file', args, { basis: present });
    await expect(world.run('write_file', { ...args, content: 'x' }, { basis: present })).rejects.toThrow('changed');
    await expect(world.run('write_file', args, { basis: '- a.md' })).rejects.toThrow('changed');
    await world.run('write_file', { ...args, file_path: 'b.md' }, { basis: present });
    expect([world.textOf('a.md'), world.textOf('b.md')]).toEqual(['two', 'two']);
    expect(await basisOf('../x')).toBe('- ../x');
  });

  it('asks, under a permission of its own, and never runs twice', () => {
    expect(workspace({}).tools.get('write_file')?.def).toMatchObject({
      category: 'filesystem',
      permission: 'files.write',
      requiresPermission: true,
      idempotent: false,
    });
  });
});

describe('list_files', () => {
  it('lists what fits a pattern', async () => {
    const world = workspace({ 'a.csv': '1', 'b/c.csv': '22', 'b/d.md': '' });
    expect((await world.run('list_files', { glob: '*.csv' })).result).toMatchObject({
      total: 2,
      files: [
        { path: 'a.csv', size: 1 },
        { path: 'b/c.csv', size: 2 },
      ],
    });
    expect((await world.run('list_files', {})).result.total).toBe(3);
  });
});

describe('search_files', () => {
  const world = workspace({
    'a.txt': 'Alpha (x)\nbeta\r\n数据 alpha',
    'b/c.md': 'gamma\nALPHA',
    'evil.txt': `${'a'.repeat(40)}!`,
  });

  it('finds words as they stand, in any case unless told', async () => {
    const found = await world.run('search_files', { query: 'alpha' });
    expect(found.summary).toBe('3 lines in 3 files\na.txt:1: Alpha (x)\na.txt:3: 数据 alpha\nb/c.md:2: ALPHA');
    const exact = await world.run('search_files', { query: 'alpha', case_sensitive: true });
    expect(exact.result.hits).toEqual([{ path: 'a.txt', line: 3, text: '数据 alpha' }]);
    expect((await world.run('search_files', { query: '(x)' })).result.hits).toHaveLength(1);
    expect((await world.run('search_files', { query: 'alpha', glob: '**/*.md' })).result.files_searched).toBe(1);
    expect((await world.run('search_files', { query: 'a', limit: 1 })).result).toMatchObject({ truncated: true });
  });

  it('takes regular expressions, and stops one that never ends', async () => {
    expect((await world.run('search_files', { query: '^b\\w+a$', mode: 'regex' })).result.hits).toHaveLength(1);
    await expect(world.run('search_files', { query: '(', mode: 'regex' })).rejects.toThrow(
      'Invalid regular expression',
    );
    const endless = world.run('search_files', { query: '^(a+)+$', mode: 'regex', glob: 'evil.txt' });
    await expect(endless).rejects.toThrow('did not finish within');
  });
});

describe('matchGlob', () => {
  it.each([
    ['*.csv', 'x/y.csv', true],
    ['*.csv', 'x/y.csv.bak', false],
    ['x/*.csv', 'x/y.csv', true],
    ['x/*.csv', 'x/z/y.csv', false],
    ['x/**/y.csv', 'x/y.csv', true],
    ['**/y?.md', 'a/b/y1.md', true],
    ['x/**', 'x/a/b', true],
    ['**', 'x', true],
    ['[a].txt', 'a.txt', false],
    ['./x/*', 'x/y', true],
  ])('%s and %s: %s', (pattern, path, fits) => {
    expect(matchGlob(pattern, path)).toBe(fits);
  });

  it('takes bounded time for any pattern', () => {
    const started = performance.now();
    expect(matchGlob(`${'*a'.repeat(99)}b`, 'a'.repeat(200))).toBe(false);
    expect(matchGlob(`${'**/'.repeat(60)}z`, Array(16).fill('a').join('/'))).toBe(false);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe('parts of a text', () => {
  it('are whole lines and whole characters', () => {
    expect(readLines('', { first: 1, count: 5, maxChars: 10 })).toMatchObject({ content: '', totalLines: 0 });
    expect(readLines('a\n\nb', { first: 2, count: 2, maxChars: 10 })).toMatchObject({ content: '\nb', lastLine: 3 });
    expect(readLines('aaa\nbbb\nccc', { first: 1, count: 3, maxChars: 5 })).toMatchObject({
      content: 'aaa',
      lastLine: 1,
      isCut: true,
    });
    expect(readBytes(encode('a😀b'), { offset: 2, length: 4 })).toBe('b');
    expect(readBytes(encode('abc'), { offset: 9, length: 4 })).toBe('');
  });
});
