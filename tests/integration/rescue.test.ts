import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POST as redeem } from '@/app/api/account/reset/route';
import { GET as getAccount } from '@/app/api/account/route';
import { PATCH as changeUser } from '@/app/api/admin/users/[id]/route';
import { call, type SignedUp, signIn, signUp } from '../support/api-client';
import { root } from '../support/embedded-driver';
import { as, openWorld, type World } from './resource-world';

let world: World;
let admin: SignedUp;
let anna: SignedUp;

beforeEach(async () => {
  world = await openWorld();
  admin = await signUp('admin');
  anna = await signUp('anna');
});
afterEach(() => world.database.drop());

/** Runs the command on the test's database; gives what it printed and how it ended. */
function command(args: readonly string[], input = ''): Promise<{ code: number; out: string; error: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: world.database.url,
    METONA_DATA_DIR: mkdtempSync(join(tmpdir(), 'metona-rescue-')),
    METONA_URL: 'https://metona.example.com',
    NODE_ENV: 'test' as const,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, 'scripts/admin.mjs'), ...args],
      { env, cwd: root },
      (failure, out, error) => resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
    child.stdin?.end(input);
  });
}

describe('the rescue command', () => {
  it('lists accounts, makes an administrator of one, and prints a link that works once', async () => {
    await as(admin, changeUser, { id: anna.id, method: 'PATCH', json: { disabled: true } });
    const listed = await command(['list']);
    expect(listed.out).toMatch(new RegExp(`${anna.email} +user, disabled[^]*${admin.email} +admin`));
    expect(listed.out).not.toContain('argon2');
    expect((await command(['reset-password', anna.email])).error).toContain('is disabled');
    expect((await command(['make-admin', anna.email.toUpperCase()])).code).toBe(0);
    expect((await call(getAccount, { headers: anna.bearer })).body.role).toBe('admin');
    const { out } = await command(['reset-password', anna.email]);
    const token = /^https:\/\/metona\.example\.com\/reset\/(\S+)$/m.exec(out)?.[1] ?? '';
    const use = () => call(redeem, { json: { token, password: 'a-new-horse-9' } });
    expect([(await use()).status, (await use()).status]).toEqual([204, 403]);
    expect((await signIn(anna.email, 'a-new-horse-9')).status).toBe(200);
  });

  it('takes a new password from the standard input and ends every sign-in', async () => {
    const set = await command(['reset-password', admin.email, '--stdin'], 'a-new-horse-9\n');
    expect([set.code, set.out + set.error]).toEqual([0, expect.not.stringContaining('a-new-horse-9')]);
    expect((await call(getAccount, { headers: admin.browser })).status).toBe(401);
    expect((await signIn(admin.email, 'a-new-horse-9')).status).toBe(200);
    const short = await command(['reset-password', admin.email, '--stdin'], 'short\n');
    expect([short.code, short.error]).toEqual([1, expect.stringContaining('at least 10 characters')]);
  });

  it.each([
    [['make-admin', 'nobody@example.com'], 'no account'],
    [['reset-password', 'not an address'], 'no account'],
    [['make-admin'], 'npm run admin'],
    [['reset-password', 'a@example.com', '--force'], 'npm run admin'],
    [['drop'], 'npm run admin'],
    [['toString'], 'npm run admin'],
  ])('refuses %j with a sentence', async (args, words) => {
    const { code, error } = await command(args);
    expect([code, error]).toEqual([1, expect.stringContaining(words)]);
    expect(error).not.toMatch(/\n\s+at /);
  });
});
