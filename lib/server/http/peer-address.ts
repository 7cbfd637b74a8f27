import 'server-only';
import { isIP } from 'node:net';

/** Set by the start script from the socket; whatever a client sends under this name is overwritten there. */
const peerHeader = 'x-metona-peer';

/** The address limits are counted by: the socket's, or the one that the believed number of proxies vouch for. */
export function peerAddress(headers: Headers, trustedProxies: number): string {
  const peer = headers.get(peerHeader) ?? 'unknown';
  if (trustedProxies === 0) return normalise(peer);
  const hops = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const vouched = hops.at(-trustedProxies) ?? hops[0];
  return vouched !== undefined && isIP(vouched) > 0 ? normalise(vouched) : normalise(peer);
}

function normalise(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  // One household or server usually owns a whole /64.
  if (isIP(address) === 6) return expand(address).slice(0, 4).join(':');
  return address;
}

function expand(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}
