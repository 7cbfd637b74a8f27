import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];
const ranges = (...list: string[]): readonly Range[] => list.map((cidr) => ipaddr.parseCIDR(cidr));

const FORBIDDEN_V4 = ranges(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
);

// Only global unicast is let through; inside it these blocks are special (Teredo is part of the first).
const GLOBAL_V6 = ranges('2000::/3');
const FORBIDDEN_V6 = ranges('2001::/23', '2001:db8::/32', '3fff::/20');

// Where clouds serve credentials to whoever asks. Some lie outside the private ranges.
const METADATA = ranges(
  ...['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  ...['fd00:ec2::/32', 'fd20:ce::/64'],
);

export const METADATA_NAMES: ReadonlySet<string> = new Set([
  ...['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data', 'instance-data.ec2.internal'],
]);

export type AddressClass = 'global' | 'private' | 'metadata';

/** What may be dialled: `global` always, `private` only for a listed origin, `metadata` never. */
export function classifyAddress(text: string): AddressClass {
  if (!ipaddr.isValid(text)) return 'metadata';
  const address = ipaddr.parse(text);
  const inner = embeddedAddresses(address);
  if ([address, ...inner].some((candidate) => isIn(candidate, METADATA))) return 'metadata';
  if (isGlobal(address) && inner.every(isGlobal)) return 'global';
  return 'private';
}

function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.kind() === 'ipv4') return !isIn(address, FORBIDDEN_V4);
  // In these two the embedded IPv4 address decides alone.
  if (isIn(address, MAPPED) || isIn(address, NAT64)) return true;
  return isIn(address, GLOBAL_V6) && !isIn(address, FORBIDDEN_V6);
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, list: readonly Range[]): boolean {
  return list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

const MAPPED = ranges('::ffff:0:0/96');
const NAT64 = ranges('64:ff9b::/96');
const NAT64_LOCAL = ranges('64:ff9b:1::/48');
const COMPATIBLE = ranges('::/96');
const TRANSLATED = ranges('::ffff:0:0:0/96');
const SIX_TO_FOUR = ranges('2002::/16');
const TEREDO = ranges('2001::/32');

/** The IPv4 addresses a packet to this IPv6 address may end at. */
function embeddedAddresses(address: ipaddr.IPv4 | ipaddr.IPv6): readonly ipaddr.IPv4[] {
  if (address.kind() === 'ipv4') return [];
  const bytes = address.toByteArray();
  const at = (...positions: number[]) => new ipaddr.IPv4(positions.map((position) => bytes[position] ?? 0));
  const last = () => at(12, 13, 14, 15);
  if ([MAPPED, NAT64, COMPATIBLE, TRANSLATED].some((list) => isIn(address, list))) return [last()];
  if (isIn(address, NAT64_LOCAL)) return [last(), at(6, 7, 9, 10)];
  if (isIn(address, SIX_TO_FOUR)) return [at(2, 3, 4, 5)];
  if (isIn(address, TEREDO)) {
    const client = bytes.slice(12).map((byte) => byte ^ 0xff);
    return [at(4, 5, 6, 7), new ipaddr.IPv4(client)];
  }
  return [];
}
