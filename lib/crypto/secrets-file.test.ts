import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretsError } from './secret-values';
import { loadOrCreateSecrets } from './secrets-file';

const SAMPLE_SECRET = 'change-me-change-me-change-me-change-me';
const SAMPLE_KEY = Buffer.alloc(32, 7).toString('base64');
const none = { secret: null, encryptionKey: null, sampleValues: [SAMPLE_SECRET, SAMPLE_KEY] };
const strongKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metona-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('loadOrCreateSecrets', () => {
  it('makes the file once, for its owner only, and reads the same ever after', async () => {
    const dataDir = join(folder, 'data');
    const first = await loadOrCreateSecrets(dataDir, none);
    expect(first.isNew).toBe(true);
    expect(Buffer.byteLength(first.secret)).toBeGreaterThanOrEqual(32);
    expect(first.encryptionKeys.map((key) => key.byteLength)).toEqual([32]);
    expect([(await stat(first.path)).mode & 0o777, (await stat(dataDir)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await loadOrCreateSecrets(dataDir, none)).toEqual({ ...first, isNew: false });
  });

  it('agrees on one file when many start at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecrets(folder, none)));
    expect(new Set(all.map(({ secret }) => secret)).size).toBe(1);
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['secrets.json']);
  });

  it('gives two installs nothing in common', async () => {
    const first = await loadOrCreateSecrets(join(folder, 'a'), none);
    const second = await loadOrCreateSecrets(join(folder, 'b'), none);
    expect(first.secret).not.toBe(second.secret);
    expect(first.encryptionKeys).not.toEqual(second.encryptionKeys);
  });

  it('writes nothing when the environment has both', async () => {
    const secret = 'a'.repeat(32);
    const found = await loadOrCreateSecrets(folder, { ...none, secret, encryptionKey: strongKey });
    expect([found.secret, found.encryptionKeys.length, found.isNew]).toEqual([secret, 1, false]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps the keys of the file readable behind one from the environment', async () => {
    const before = await loadOrCreateSecrets(folder, none);
    const after = await loadOrCreateSecrets(folder, { ...none, encryptionKey: strongKey });
    expect(after.encryptionKeys.map((key) => Buffer.from(key).toString('base64'))).toEqual([
      strongKey,
      Buffer.from(before.encryptionKeys[0] ?? []).toString('base64'),
    ]);
  });

  it.each([0o644, 0o640, 0o604])('refuses a file of mode %o', async (mode) => {
    const { path, secret } = await loadOrCreateSecrets(folder, none);
    await chmod(path, mode);
    const failure = await loadOrCreateSecrets(folder, none).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SecretsError);
    expect(String(failure)).toContain('chmod 600');
    expect(String(failure)).not.toContain(secret);
  });

  it.each(['', 'null', '{', '{"secret":"x"}', '{"secret":1,"encryptionKeys":[]}'])(
    'refuses the damaged file %j and leaves it alone',
    async (content) => {
      const path = join(folder, 'secrets.json');
      await writeFile(path, content, { mode: 0o600 });
      await expect(loadOrCreateSecrets(folder, none)).rejects.toThrow(SecretsError);
      expect(await readFile(path, 'utf8')).toBe(content);
    },
  );

  it.each([
    ['a short secret', { secret: 'x'.repeat(31) }],
    ['a sample secret', { secret: SAMPLE_SECRET }],
    ['a sample key', { encryptionKey: SAMPLE_KEY }],
    ['a key of 16 bytes', { encryptionKey: Buffer.alloc(16, 1).toString('base64') }],
    ['a key that is not base64', { encryptionKey: '!'.repeat(44) }],
  ])('refuses %s', async (_name, values) => {
    await expect(loadOrCreateSecrets(folder, { ...none, ...values })).rejects.toThrow(SecretsError);
  });
});
