import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger, describeError, redactor } from './logger';

const canary = 'sk-canary-5f2d9c7b1a8e4d60';

function captured(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  return lines;
}

afterEach(() => vi.restoreAllMocks());

describe('the log', () => {
  it('never shows a secret that the process has read, in whatever form and place', () => {
    const lines = captured();
    redactor().register(canary);
    const log = createLogger();
    log.info({ note: `key ${canary}` }, `using ${canary}`);
    log.warn({ deep: { deeper: [{ url: `https://x/?k=${encodeURIComponent(`${canary}/+`)}` }] } }, 'a request');
    log.error(describeError(new Error(`refused: Bearer ${canary}`)), 'it failed');
    log.error({ body: Buffer.from(canary).toString('base64') }, 'it failed');
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toContain(canary);
    expect(lines.join('')).not.toContain(Buffer.from(canary).toString('base64'));
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^using /),
      'a request',
      'it failed',
      'it failed',
    ]);
  });

  it('blanks fields by their name, also when nobody registered what is in them', () => {
    const lines = captured();
    createLogger().info(
      { password: 'p-1', user: { token: 't-2' }, headers: { authorization: 'a-3', cookie: 'c-4' } },
      'x',
    );
    expect(lines.join('')).not.toMatch(/p-1|t-2|a-3|c-4/);
    expect(lines.join('')).toContain('[redacted]');
  });
});
