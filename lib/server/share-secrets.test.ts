import { describe, expect, it } from 'vitest';
import { findLikelySecrets } from './share-secrets';

const kinds = (text: string) => findLikelySecrets(text).map(({ kind }) => kind);

describe('findLikelySecrets', () => {
  it.each([
    ['sk-abcdefghijklmnop1234', 'api_key'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'access_token'],
    ['AKIAIOSFODNN7EXAMPLE', 'aws_key'],
    ['-----BEGIN RSA PRIVATE KEY-----', 'private_key'],
    ['password: hunter2hunter2', 'password'],
    ['密码：hunter2hunter2', 'password'],
    ['postgres://admin:hunter2@db.example.com/x', 'url_with_password'],
    ['write to ada@example.com', 'email'],
    ['card 4111 1111 1111 1111', 'payment_card'],
  ])('names %s', (text, kind) => {
    expect(kinds(`before ${text} after`)).toEqual([kind]);
  });

  it('leaves ordinary text alone', () => {
    expect(kinds('The answer is 42. Call 1234567890123456 is an order number; the token was lost.')).toEqual([]);
  });

  it('never shows what it found', () => {
    const secret = 'sk-abcdefghijklmnop1234';
    expect(JSON.stringify(findLikelySecrets(secret))).not.toContain('ghijklmnop');
  });

  it('stays fast on hostile text', () => {
    const started = performance.now();
    findLikelySecrets(
      `${'a@'.repeat(50_000)}${'eyJ'.repeat(30_000)}${'1 '.repeat(50_000)}${'password='.repeat(10_000)}`,
    );
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
