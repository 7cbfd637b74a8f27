import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePath } from '@/lib/ir';
import { uploadName } from './upload-name';

describe('uploadName', () => {
  it.each([
    ['data.csv', 'data.csv'],
    ['C:\\fakepath\\data.csv', 'data.csv'],
    ['../../etc/passwd', 'passwd'],
    ['..', 'file'],
    ['', 'file'],
    ['报告: 六月?.csv', '报告_ 六月_.csv'],
    ['con.txt', 'file-con.txt'],
    ['a\u202egnp.csv', 'agnp.csv'],
    ['.env', 'file.env'],
    [`${'x'.repeat(500)}.csv`, `${'x'.repeat(60)}.csv`],
  ])('makes of %j the name %j', (given, name) => {
    expect(uploadName(given)).toBe(name);
  });

  it('makes of any name one that a workspace takes as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const name = uploadName(given);
        expect(normalisePath(name)).toEqual({ ok: true, path: name.normalize('NFC') });
      }),
      { numRuns: 3_000 },
    );
  });
});
