import { describe, expect, it } from 'vitest';
import { titleFrom } from './session-title';

describe('titleFrom', () => {
  it('takes the first line with single spaces', () => {
    expect(titleFrom('  Plan   a trip\nto Rome')).toBe('Plan a trip');
  });

  it('cuts long lines at a word and never inside a character', () => {
    const title = titleFrom('alpha '.repeat(30));
    expect(title.endsWith('alpha…')).toBe(true);
    expect([...titleFrom('😀'.repeat(100))]).toHaveLength(61);
  });

  it('is empty for nothing', () => {
    expect(titleFrom(' \n ')).toBe('');
  });
});
