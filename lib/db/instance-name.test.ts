import { describe, expect, it } from 'vitest';
import { formatInstanceName, parseInstanceName } from './instance-name';

describe('the name of an instance', () => {
  const instance = { owner: 'i_0123456789abcdefghijkl', version: '12.34.56', startedAt: new Date(1_790_000_000_000) };

  it('fits where PostgreSQL keeps it, and is read back', () => {
    expect(Buffer.byteLength(formatInstanceName(instance))).toBeLessThanOrEqual(63);
    expect(parseInstanceName(formatInstanceName(instance))).toEqual(instance);
  });

  it('is not found in the name of another connection', () => {
    for (const name of ['metona', 'metona-jobs', 'psql', '', 'metona-bus', 'metona-bus i_1']) {
      expect(parseInstanceName(name)).toBeNull();
    }
  });
});
