import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from './address';

describe('classifyAddress', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.255', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.1', '192.0.2.9', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
    ...['203.0.113.5', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '100::1', '3fff::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '::7f00:1'],
    ...['2001:0:7f00:1::', '::ffff:0:7f00:1', '64:ff9b:1::808:808'],
  ])('keeps %s private', (address) => {
    expect(classifyAddress(address)).toBe('private');
  });

  it.each([
    ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'],
    ...['::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', '::a9fe:a9fe', 'fd20:ce::254'],
    ...['64:ff9b:1:a9fe:a9:fe00::', 'not an address', ''],
  ])('never dials %s', (address) => {
    expect(classifyAddress(address)).toBe('metadata');
  });

  it.each([
    ...['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '223.255.255.255'],
    ...['2606:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1'],
  ])('lets %s through', (address) => {
    expect(classifyAddress(address)).toBe('global');
  });

  it('judges a mapped address exactly like the address inside', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(classifyAddress(`::ffff:${address}`)).toBe(classifyAddress(address));
      }),
    );
  });
});
