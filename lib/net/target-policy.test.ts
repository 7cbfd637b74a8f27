import { describe, expect, it } from 'vitest';
import { NetFailure } from './net-failure';
import { parsePrivateOrigins } from './private-origins';
import { createTargetPolicy } from './target-policy';

const policy = createTargetPolicy({
  privateOrigins: parsePrivateOrigins(
    'http://localhost:11434, http://127.0.0.1:11434,http://169.254.169.254:80,http://127.0.0.1:3000',
  ),
  ownPorts: [3000],
});

const refusal = (url: string) => {
  try {
    policy.parse(url);
    return null;
  } catch (error) {
    return error instanceof NetFailure ? error.kind : error;
  }
};

describe('target policy', () => {
  it.each([
    ...[
      'http://127.0.0.1:9',
      'http://0.0.0.0:9',
      'http://[::1]:9',
      'http://[::]:9',
      'http://10.0.0.1',
      'http://[fe80::1]',
    ],
    ...['http://2130706433', 'http://0x7f.1', 'http://0177.0.0.1', 'http://127.1', 'http://[::ffff:127.0.0.1]'],
    ...['http://[::ffff:7f00:1]', 'http://[64:ff9b::7f00:1]', 'http://[2002:7f00:1::]', 'http://[::7f00:1]'],
    ...['http://127.0.0.1.', 'http://127.0.0.1.:9', 'http://１２７.0.0.1', 'http://127.0.0.1%2e'],
  ])('refuses the private address %s', (url) => {
    expect(refusal(url)).toBe('forbidden_address');
  });

  it.each([
    ...['file:///etc/passwd', 'gopher://good.example', 'ftp://good.example', 'data:text/plain,x', 'unix:/tmp/x'],
    ...['//good.example', 'http:good.example', 'http:///good.example', 'https://', '', 'good.example', 'http://.'],
    ...['http://good.example@127.0.0.1', 'http://user@good.example', 'http://:pass@good.example'],
    ...[
      'http://127.0.0.1\\@good.example',
      'http://good.example\\.evil',
      'http://goo\td.example',
      'http://good.example/\n',
    ],
    ...[' http://good.example', 'http://good.example ', 'http://good.example:99999'],
  ])('refuses the form %j', (url) => {
    expect(refusal(url)).toBe('forbidden_address');
  });

  it.each(['http://metadata.google.internal', 'http://METADATA.google.internal.', 'http://169.254.169.254'])(
    'check 33: refuses metadata at %s even when listed',
    (url) => {
      expect(refusal(url)).toBe('forbidden_address');
    },
  );

  it('check 40: lets a listed private origin through, and no other port, scheme or name of it', () => {
    expect(policy.parse('http://127.0.0.1:11434/v1').href).toBe('http://127.0.0.1:11434/v1');
    for (const url of ['http://127.0.0.1:11435', 'https://127.0.0.1:11434', 'http://[::1]:11434', 'http://127.0.0.1']) {
      expect(refusal(url)).toBe('forbidden_address');
    }
  });

  it('refuses our own port even when listed', () => {
    expect(refusal('http://127.0.0.1:3000')).toBe('forbidden_address');
  });

  it('judges a name by every address it has', () => {
    const target = policy.parse('http://good.example./x');
    expect(target.href).toBe('http://good.example/x');
    policy.checkAddresses(target, ['8.8.8.8']);
    expect(() => policy.checkAddresses(target, ['8.8.8.8', '10.0.0.1'])).toThrow(NetFailure);
    const listed = policy.parse('http://localhost:11434');
    policy.checkAddresses(listed, ['127.0.0.1', '::1']);
    expect(() => policy.checkAddresses(listed, ['169.254.169.254'])).toThrow(NetFailure);
  });

  it('keeps to the allowed ports', () => {
    const web = createTargetPolicy({ privateOrigins: [], ownPorts: [], allowedPorts: [80, 443] });
    expect(web.parse('https://good.example').href).toBe('https://good.example/');
    expect(() => web.parse('https://good.example:8443')).toThrow(NetFailure);
  });
});

describe('parsePrivateOrigins', () => {
  it('reads exact origins; empty means none', () => {
    expect(parsePrivateOrigins('')).toEqual([]);
    expect(parsePrivateOrigins('http://LOCALHOST:11434,https://[::1]:443')).toEqual([
      'http://localhost:11434',
      'https://[::1]',
    ]);
  });

  it.each([
    'localhost:11434',
    'http://localhost',
    'http://localhost:11434/',
    'http://u@h:1',
    'ftp://h:1',
    'http://*:1',
    'http://h:99999',
  ])('stops at %s with its text', (entry) => {
    expect(() => parsePrivateOrigins(`http://localhost:1,${entry}`)).toThrow(entry);
  });
});
