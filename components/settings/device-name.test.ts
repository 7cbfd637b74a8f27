import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name';

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari, iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['curl/8.0', null],
    [null, null],
  ])('that says %j is %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
