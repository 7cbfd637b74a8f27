import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { config, proxy } from '@/proxy';

const ask = (path: string, headers: Record<string, string> = {}) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } }));
const nonceOf = (policy: string | null) => /script-src 'nonce-([^']+)'/.exec(policy ?? '')?.[1];

describe('pages', () => {
  it('get a nonce of their own each time, in the policy and for the renderer', () => {
    const [first, second] = [ask('/'), ask('/')];
    const nonce = nonceOf(first.headers.get('content-security-policy'));
    expect(nonce).toMatch(/^[\w+/=]{20,}$/);
    expect(nonceOf(second.headers.get('content-security-policy'))).not.toBe(nonce);
    expect(first.headers.get('x-middleware-request-x-nonce')).toBe(nonce);
    expect(first.headers.get('x-middleware-request-content-security-policy')).toBe(
      first.headers.get('content-security-policy'),
    );
    for (const rule of [
      "default-src 'self'",
      "img-src 'self' data: blob:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "style-src-attr 'unsafe-inline'",
      "worker-src 'self'",
    ]) {
      expect(first.headers.get('content-security-policy')).toContain(rule);
    }
  });

  it('never take a nonce or policy from the visitor', () => {
    const answer = ask('/', { 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'" });
    expect(answer.headers.get('x-middleware-request-x-nonce')).not.toBe('mine');
    expect(answer.headers.get('x-middleware-request-content-security-policy')).not.toContain('nonce-mine');
    expect(answer.headers.get('content-security-policy')).not.toContain('mine');
  });

  it('carry the other security headers', () => {
    const { headers } = ask('/share/x');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-robots-tag')).toContain('noindex');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('move from another loopback name to the public one and are refused under a foreign one', async () => {
    const moved = ask('/chat/s_1?x=1', { host: '127.0.0.1:3000' });
    expect([moved.status, moved.headers.get('location')]).toEqual([307, 'http://localhost:3000/chat/s_1?x=1']);
    const foreign = ask('/', { host: 'evil.example' });
    expect([foreign.status, (await foreign.json()).error.code]).toEqual([421, 'misdirected_request']);
  });

  it('leave the API alone', () => {
    const matcher = new RegExp(`^${config.matcher[0]}$`);
    expect(['/', '/login', '/share/x', '/apis', '/api'].every((path) => matcher.test(path))).toBe(true);
    expect(['/api/health', '/api/agent/runs', '/_next/static/x.js'].some((path) => matcher.test(path))).toBe(false);
  });
});
