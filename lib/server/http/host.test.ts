import { describe, expect, it } from 'vitest';
import { classifyHost } from './host';

const local = { url: 'http://localhost:3000', port: 3000 };
const behindProxy = { url: 'https://metona.example.com', port: 3000 };

describe('classifyHost', () => {
  it.each([
    ['localhost:3000', local, 'public'],
    ['127.0.0.1:3000', local, 'alias'],
    ['[::1]:3000', local, 'alias'],
    ['localhost', local, 'foreign'],
    ['', local, 'foreign'],
    ['evil.example:3000', local, 'foreign'],
    ['metona.example.com', behindProxy, 'public'],
    ['metona.example.com:443', behindProxy, 'public'],
    ['METONA.example.com', behindProxy, 'public'],
    ['metona.example.com:3000', behindProxy, 'foreign'],
    ['localhost:3000', behindProxy, 'alias'],
    ['localhost:443', behindProxy, 'foreign'],
    ['metona.example.com.evil.example', behindProxy, 'foreign'],
    ['metona.example.com/@evil', behindProxy, 'foreign'],
  ])('%s at %j is %s', (host, site, kind) => {
    expect(classifyHost(host, site)).toBe(kind);
  });
});
