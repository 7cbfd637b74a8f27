import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path';

describe('a path to go back to', () => {
  it.each(['/', '/chat/s_1?x=1#end', '/settings/providers'])('keeps %s', (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\\evil.example',
    '/\t/evil.example',
    '/\r\nLocation: x',
    '/..//evil.example',
    '/./ /../..//evil.example',
    'evil',
    '',
    null,
    undefined,
    ['/a', '/b'],
  ])('turns %j into the start page', (value) => {
    expect(safePath(value)).toBe('/');
  });
});
