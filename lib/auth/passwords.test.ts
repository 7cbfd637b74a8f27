import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, isOutdatedHash, PasswordsBusy, passwordSchema, verifyPassword } from './passwords';

describe('passwords', () => {
  it('hashes with argon2id at the decided cost and verifies', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(stored.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true);
    expect(await verifyPassword(stored, 'correct horse battery')).toBe(true);
    expect(await verifyPassword(stored, 'correct horse batterx')).toBe(false);
    expect(isOutdatedHash(stored)).toBe(false);
  });

  it('takes one and the same character in its two spellings for equal', async () => {
    const stored = await hashPassword('caf\u00e9-caf\u00e9-caf\u00e9');
    expect(await verifyPassword(stored, 'cafe\u0301-cafe\u0301-cafe\u0301')).toBe(true);
  });

  it('does not accept a hash as password, nor anything for an account without one', async () => {
    const stored = await hashPassword('correct horse battery');
    expect(await verifyPassword(stored, stored)).toBe(false);
    expect(await verifyPassword(null, 'the password of nobody')).toBe(false);
    expect(await verifyPassword('not a hash', 'x')).toBe(false);
  });

  it('knows hashes of other cost', async () => {
    expect(isOutdatedHash(await hash('x', { memoryCost: 8192, timeCost: 2, parallelism: 1 }))).toBe(true);
  });

  it('does as much work for an unknown account as for a known one', async () => {
    const stored = await hashPassword('correct horse battery');
    await verifyPassword(null, 'x');
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 11; round += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        const begin = performance.now();
        await verifyPassword(kind === 'known' ? stored : null, 'wrong');
        times[kind].push(performance.now() - begin);
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[5] ?? 0;
    const [known, unknown] = [median(times.known), median(times.unknown)];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it('works off a crowd two at a time and refuses the one too many', async () => {
    const crowd = Array.from({ length: 70 }, () => verifyPassword(null, 'x').catch((error: unknown) => error));
    const results = await Promise.all(crowd);
    const refused = results.filter((result) => result instanceof PasswordsBusy);
    expect(refused.length).toBe(4);
    expect(results.filter((result) => result === false).length).toBe(66);
  });

  it.each(['short', 'aaaaaaaaaaaaaaa', 'x'.repeat(257)])('refuses %s', (password) => {
    expect(passwordSchema.safeParse(password).success).toBe(false);
  });
});
