import { describe, expect, it } from 'vitest';
import { peerAddress } from './peer-address';

const of = (headers: Record<string, string>, proxies = 0) => peerAddress(new Headers(headers), proxies);

describe('peerAddress', () => {
  it('believes the socket only, unless proxies are trusted', () => {
    expect(of({ 'x-metona-peer': '192.0.2.1', 'x-forwarded-for': '198.51.100.1' })).toBe('192.0.2.1');
    expect(of({ 'x-forwarded-for': '198.51.100.1' })).toBe('unknown');
  });

  it('takes the address the given number of proxies vouch for, not what the client wrote before it', () => {
    const forged = { 'x-metona-peer': '10.0.0.1', 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 3.3.3.3' };
    expect(of(forged, 1)).toBe('3.3.3.3');
    expect(of(forged, 2)).toBe('2.2.2.2');
    expect(of({ 'x-metona-peer': '10.0.0.1', 'x-forwarded-for': 'nonsense' }, 1)).toBe('10.0.0.1');
    expect(of({ 'x-metona-peer': '10.0.0.1' }, 1)).toBe('10.0.0.1');
  });

  it('counts one IPv6 network and one IPv4 host as one', () => {
    expect(of({ 'x-metona-peer': '::ffff:192.0.2.1' })).toBe('192.0.2.1');
    expect(of({ 'x-metona-peer': '2001:db8:1:2::5' })).toBe(of({ 'x-metona-peer': '2001:db8:1:2:ffff::1' }));
    expect(of({ 'x-metona-peer': '2001:db8:1:2::5' })).not.toBe(of({ 'x-metona-peer': '2001:db8:1:3::5' }));
  });
});
