import { isIP } from 'node:net';
import { classifyAddress, METADATA_NAMES } from './address';
import { NetFailure } from './net-failure';

export interface TargetPolicyOptions {
  /** Origins that may lie on private addresses. */
  readonly privateOrigins: readonly string[];
  /** Ports this process listens on; they are refused on every private address. */
  readonly ownPorts: readonly number[];
  /** The only ports that may be dialled; any when absent. */
  readonly allowedPorts?: readonly number[];
}

export interface TargetPolicy {
  /** The one parse of a URL. Throws when its form, its port or its literal address is forbidden. */
  parse(url: string): URL;
  /** Throws unless every address may be dialled for this target. */
  checkAddresses(target: URL, addresses: readonly string[]): void;
}

const WELL_FORMED = /^https?:\/\/[^/\\]/i;
// Everything the URL parser would silently drop or turn into a slash.
const AMBIGUOUS = /[\p{Cc}\s\\]/u;

export function createTargetPolicy(options: TargetPolicyOptions): TargetPolicy {
  const privateOrigins = new Set(options.privateOrigins);
  const ownPorts = new Set(options.ownPorts);

  const checkAddresses = (target: URL, addresses: readonly string[]) => {
    const isListed = privateOrigins.has(target.origin) && !ownPorts.has(portOf(target));
    for (const address of addresses) {
      const kind = classifyAddress(address);
      if (kind === 'global' || (kind === 'private' && isListed)) continue;
      throw new NetFailure('forbidden_address');
    }
  };

  return {
    checkAddresses,
    parse(url) {
      if (!WELL_FORMED.test(url) || AMBIGUOUS.test(url) || !URL.canParse(url)) {
        throw new NetFailure('forbidden_address', { message: 'Not a valid http or https address' });
      }
      const target = withoutTrailingDot(new URL(url));
      if (target.username !== '' || target.password !== '') {
        throw new NetFailure('forbidden_address', { message: 'An address must not contain a user name or password' });
      }
      if (METADATA_NAMES.has(target.hostname)) throw new NetFailure('forbidden_address');
      if (options.allowedPorts && !options.allowedPorts.includes(portOf(target))) {
        throw new NetFailure('forbidden_address', { message: 'This port is not allowed' });
      }
      const literal = literalAddress(target);
      if (literal !== null) checkAddresses(target, [literal]);
      return target;
    },
  };
}

function portOf(target: URL): number {
  if (target.port !== '') return Number(target.port);
  return target.protocol === 'https:' ? 443 : 80;
}

/** The address when the host is one. The URL parser has already turned every spelling of IPv4 into dotted decimal. */
export function literalAddress(target: URL): string | null {
  const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? null : host;
}

function withoutTrailingDot(target: URL): URL {
  const host = target.hostname.replace(/\.+$/, '');
  if (host === '') throw new NetFailure('forbidden_address', { message: 'Not a valid http or https address' });
  target.hostname = host;
  target.hash = '';
  return target;
}
