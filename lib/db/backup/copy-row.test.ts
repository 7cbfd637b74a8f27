import { describe, expect, it } from 'vitest';
import { parseCopyRow } from './copy-row';

describe('a row of COPY', () => {
  it('gives back what was escaped, and tells null from the text that looks like it', () => {
    expect(parseCopyRow('a\\tb\tc\\nd\\\\e\t\\N\t\\\\N\t\n')).toEqual(['a\tb', 'c\nd\\e', null, '\\N', '']);
    expect(parseCopyRow('it\'s {"a": "\\\\n"}\n')).toEqual(['it\'s {"a": "\\n"}']);
  });
});
