import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from './secrets';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'metona-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = (more = {}) => ({ dataDir, databaseUrl: null, secret: null, encryptionKey: null, ...more });
const accounts = (count: number) => () => Promise.resolve(count);
const databaseUrl = 'postgresql://db.example/metona';

describe('loadSecrets', () => {
  it('makes them once, for the owner of the files only, and finds them again beside accounts', async () => {
    const made = await loadSecrets(settings(), accounts(0));
    expect(statSync(made.path).mode & 0o777).toBe(0o600);
    expect(await loadSecrets(settings({ databaseUrl }), accounts(3))).toMatchObject({
      secret: made.secret,
      isNew: false,
    });
  });

  it('refuses to make new ones beside accounts, and writes nothing then', async () => {
    await expect(loadSecrets(settings({ databaseUrl }), accounts(1))).rejects.toThrow(
      /METONA_SECRET and METONA_ENCRYPTION_KEY/,
    );
    await expect(loadSecrets(settings(), accounts(1))).rejects.toThrow(/secrets\.json is gone/);
    await expect(loadSecrets(settings({ secret: 's'.repeat(40) }), accounts(1))).rejects.toThrow(/is gone/);
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
  });

  it('takes those of the environment without a file', async () => {
    const given = {
      secret: 'a-secret-that-is-long-enough-for-this',
      encryptionKey: Buffer.alloc(32, 'k1').toString('base64'),
    };
    const loaded = await loadSecrets(settings({ databaseUrl, ...given }), accounts(5));
    expect(loaded.secret).toBe(given.secret);
    expect(existsSync(loaded.path)).toBe(false);
  });
});
