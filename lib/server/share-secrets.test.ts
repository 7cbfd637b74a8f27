import { describe, expect, it } from 'vitest';
import { cleanValue } from './clean-value';
import { createSecretFinder, HIDDEN, scanSnapshot } from './share-secrets';

const finder = createSecretFinder(['plain-own-key-00']);
const kinds = (text: string) => finder.find(text).map(({ kind }) => kind);
const letters = (count: number) => 'a1B2c3D4e5F6g7H8i9J0'.repeat(15).slice(0, count);
const hex = (count: number) => '0123456789abcdef'.repeat(6).slice(0, count);
const upper = (count: number) => 'A1B2C3D4E5F6G7H8'.repeat(3).slice(0, count);

describe('createSecretFinder', () => {
  it.each([
    ...['sk-', 'sk-proj-', 'sk-ant-api03-', 'sk-or-v1-', 'xai-', 'gsk_', 'csk-', 'pplx-', 'nvapi-', 'tvly-', 'r8_'].map(
      (start) => [`${start}${letters(40)}`, 'api_key'],
    ),
    ['sk-abcdefghijklmnop1234', 'api_key'],
    [`sk_live_${letters(24)}`, 'api_key'],
    [`${hex(32)}.${letters(16)}`, 'api_key'],
    [`SG.${letters(22)}.${letters(43)}`, 'api_key'],
    [`ghp_${letters(36)}`, 'access_token'],
    [`github_pat_${letters(60)}`, 'access_token'],
    [`glpat-${letters(20)}`, 'access_token'],
    [`hf_${letters(34)}`, 'access_token'],
    [`npm_${letters(36)}`, 'access_token'],
    [`mtn_${letters(40)}`, 'access_token'],
    [`123456789:AA${letters(33)}`, 'access_token'],
    [`Authorization: Bearer ${letters(30)}`, 'access_token'],
    [`https://example.com/x?access_token=${letters(20)}`, 'access_token'],
    [`AIza${letters(35)}`, 'google_key'],
    ['AKIAIOSFODNN7EXAMPLE', 'aws_key'],
    [`LTAI${letters(20)}`, 'aws_key'],
    [`aws_secret_access_key = ${letters(40)}`, 'aws_key'],
    [`xoxb-123456789012-${letters(24)}`, 'slack_token'],
    [`https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${letters(24)}`, 'slack_token'],
    [`eyJ${letters(20)}.${letters(30)}.${letters(30)}`, 'json_web_token'],
    [`-----BEGIN RSA PRIVATE KEY-----\n${letters(90)}\n-----END RSA PRIVATE KEY-----`, 'private_key'],
    [`-----BEGIN OPENSSH PRIVATE KEY-----\n${letters(90)}`, 'private_key'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----', 'private_key'],
    ['password: hunter2hunter2', 'password'],
    ['DB_PASSWORD=letmeinplease', 'password'],
    ['{"client_secret":"s3cr3t-value"}', 'password'],
    ['{\\"password\\":\\"s3cr3t-value\\"}', 'password'],
    [`my API key: ${letters(32)}`, 'password'],
    ['the password is hunter2', 'password'],
    ['密码：hunter2hunter2', 'password'],
    ['密码是letmein!', 'password'],
    ['postgres://admin:hunter2@db.example.com/x', 'url_with_password'],
    ['redis://:hunter2@cache.example.com', 'url_with_password'],
    ['write to ada@example.com', 'email'],
    ['card 4111 1111 1111 1111', 'payment_card'],
    ['11010519491231002X', 'identity_number'],
    ['mine is plain-own-key-00', 'own_key'],
    [btoa('--plain-own-key-00--').slice(0, 28), 'own_key'],
  ])('names %s', (text, kind) => {
    expect(kinds(`before ${text} after`)).toEqual([kind]);
  });

  it.each([
    'The answer is 42. Call 1234567890123456 is an order number; the token was lost.',
    'A task-based-architecture and sk-learn-compatible-estimators.',
    'const password = readPassword(); apiKey: process.env.OPENAI_API_KEY; password: required',
    'API_KEY=your-key-here, token=\u0024{TOKEN}, page_tokens: 4096000000',
    'https://example.com:8080/path and http://localhost:3000/@scope/name',
    '密码学是一门科学。请重设密码 password。',
    '一个 11010519491231002 号',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  it('never shows what it found', () => {
    expect(JSON.stringify(finder.find('sk-abcdefghijklmnop1234'))).not.toContain('ghijklmnop');
  });

  it('hides what would let others in, and leaves the rest and what is personal', () => {
    const text = 'Use postgres://admin:hunter2@db.example.com/x and password: hunter2hunter2, ask ada@example.com';
    expect(finder.hide(text)).toBe(
      `Use postgres://admin:${HIDDEN}@db.example.com/x and password: ${HIDDEN}, ask ada@example.com`,
    );
    expect(finder.hide(text, true)).toBe(text);
    expect(finder.hide(`x plain-own-key-00 ${text}`, true)).toBe(`x ${HIDDEN} ${text}`);
    expect(finder.hide(finder.hide(text))).toBe(finder.hide(text));
    expect(finder.find(finder.hide(text)).map(({ kind }) => kind)).toEqual(['email']);
  });

  it('hides a value for the name it stands under', () => {
    const value = { user: 'ada', password: 'letmeinplease', list: [{ api_key: 'abcdefgh12' }], count: 3 };
    expect(cleanValue(value, (text) => finder.hide(text))).toEqual({
      user: 'ada',
      password: HIDDEN,
      list: [{ api_key: HIDDEN }],
      count: 3,
    });
  });

  it('stays fast on hostile text', () => {
    const starts = ['a@', 'eyJ', '1 ', 'password=', '-----BEGIN PRIVATE KEY-----', 'a_', 'sk-', 'x://:', '?key='];
    const started = performance.now();
    finder.find(starts.map((start) => start.repeat(20_000)).join(''));
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('scanSnapshot', () => {
  const created_at = '2030-01-01T00:00:00.000Z';
  const snapshot = {
    title: 'Notes of ada@example.com',
    messages: [
      { role: 'user' as const, content: 'hello', created_at },
      {
        role: 'assistant' as const,
        content: 'sk-abcdefghijklmnop1234 and again sk-abcdefghijklmnop1234',
        created_at,
        tools: [{ name: 'fetch_url', args: { password: 'letmeinplease' }, success: true, result: '' }],
      },
    ],
    files: [{ name: 'a.env', text: 'TOKEN=abcdefgh12' }],
  };
  const seen = (shows: boolean) =>
    scanSnapshot(finder, snapshot, shows).map(({ kind, part, message, name, hidden }) => [
      kind,
      part,
      message,
      name,
      hidden,
    ]);

  it('says of each where it stands and whether it will be seen', () => {
    expect(seen(false)).toEqual([
      ['email', 'title', null, null, false],
      ['api_key', 'text', 2, null, true],
      ['password', 'tool', 2, 'fetch_url', true],
      ['password', 'file', null, 'a.env', false],
    ]);
    expect(seen(true).map((finding) => finding.at(-1))).toEqual([false, false, false, false]);
  });
});
