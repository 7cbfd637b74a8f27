import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, createStreamRedactor, lastFour } from './redact';
import { secretForms } from './secret-forms';
import { createSecretIndex } from './secret-index';

const KEY = 'canary+key/with?odd&chars=42';

describe('createRedactor', () => {
  const redactor = createRedactor();
  redactor.register(KEY);

  it.each([
    ['plain', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['in lower case escapes', encodeURIComponent(KEY).toLowerCase()],
    ['base64', Buffer.from(KEY).toString('base64').replace(/=+$/, '').slice(0, -1)],
    ['quoted', JSON.stringify(KEY).slice(1, -1)],
  ])('hides a registered secret %s', (_name, form) => {
    expect(redactor.redact(`before ${form} after`)).toBe('before [redacted] after');
  });

  it('hides it in base64 wherever it starts', () => {
    for (const user of ['', 'a', 'ab', 'abc', 'user:']) {
      const encoded = Buffer.from(`${user}${KEY}:x`).toString('base64');
      const clean = redactor.redact(encoded);
      expect(clean).toContain('[redacted]');
      expect(Buffer.from(clean.replace('[redacted]', ''), 'base64').toString()).not.toMatch(/canary|key|odd|chars/);
    }
  });

  it.each([
    'sk-proj-abcdefghij0123456789',
    'Authorization: Bearer abcdef0123456789',
    'x-api-key: abcdef0123456789',
    'mtn_abcdefghij0123456789abcdefghij',
    'ghp_abcdefghij0123456789abcdefghij',
    'AIzaSyA0123456789abcdefghij0123456789',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXBhcnQ',
  ])('hides what looks like a key: %s', (text) => {
    const clean = redactor.redact(`error (${text})`);
    expect(clean).toContain('[redacted]');
    expect(clean).not.toMatch(/0123456789|eyJ/);
  });

  it('leaves ordinary text alone, also words shorter than a secret', () => {
    redactor.register('the');
    const text = 'the task-management-and-planning tool asks the bearer of a risk-based key for its key: none';
    expect(redactor.redact(text)).toBe(text);
  });

  it('takes linear time on hostile text', () => {
    const started = performance.now();
    for (const piece of ['sk-', '-eyJaaaaaaaaaa', 'Bearer ', 'api_key=', 'canary+ke'])
      redactor.redact(piece.repeat(50_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('createStreamRedactor', () => {
  const piece = fc.constantFrom('a', 'b', 'aabb', 'aabbaabb', 'abababab', ' ', '🙂', 'abababababab');
  const secret = fc
    .array(fc.constantFrom('a', 'b', '/'), { minLength: 8, maxLength: 14 })
    .map((parts) => parts.join(''));
  const cutAt = (text: string, ends: readonly number[]) => {
    const sorted = [0, ...ends.map((end) => end % (text.length + 1)).sort((a, b) => a - b), text.length];
    return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
  };

  it('shows the same however the text is cut, and holds back less than the longest form', () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 4 }),
        fc.array(fc.oneof(piece, secret), { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        (secrets, pieces, ends) => {
          const text = [...pieces, secrets[0], ...pieces].join('');
          const index = createSecretIndex();
          for (const one of secrets) index.add(one);
          const whole = index.replace(text, true).text;
          const longest = Math.max(...secrets.flatMap(secretForms).map((form) => form.length));

          const redactor = createStreamRedactor(secrets);
          let shown = '';
          for (const delta of cutAt(text, ends)) shown += redactor.push(delta);
          const tail = redactor.flush();
          expect(shown + tail).toBe(whole);
          expect(tail.length).toBeLessThan(longest);
          for (const one of secrets) expect(whole).not.toContain(one);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('lets text through at once when no secret begins in it', () => {
    const redactor = createStreamRedactor([KEY]);
    expect(redactor.push('hello ')).toBe('hello ');
    expect(redactor.push('canar')).toBe('');
    expect(redactor.push('ies sing')).toBe('canaries sing');
    expect(redactor.push(`${KEY.slice(0, 20)}`)).toBe('');
    expect(redactor.push(`${KEY.slice(20)}!`)).toBe('[redacted]!');
    expect(redactor.push('cana')).toBe('');
    expect(redactor.flush()).toBe('cana');
    expect(redactor.flush()).toBe('');
  });

  it('hides a secret that begins with another one as a whole', () => {
    const redactor = createStreamRedactor(['longer-secret', 'longer-secret-still']);
    expect(redactor.push('a longer-secret')).toBe('a ');
    expect(redactor.push('-still')).toBe('[redacted]');
    expect(redactor.push('longer-secret-stop')).toBe('[redacted]-stop');
  });

  it('costs the same for every delta, however long the text has become', () => {
    const redactor = createStreamRedactor([KEY, `${KEY}${KEY}`]);
    const started = performance.now();
    for (let index = 0; index < 300_000; index += 1) redactor.push('c');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('lastFour', () => {
  it('shows nothing of a short key', () => {
    expect([lastFour('sk-0123456789abcdef'), lastFour('short')]).toEqual(['cdef', null]);
  });
});
