import { describe, expect, it } from 'vitest';
import { Suspects } from './suspects';

const cut = { runId: 'run_1', epoch: 1, isLapsed: false };
const lapsed = { runId: 'run_2', epoch: 1, isLapsed: true };

describe('Suspects', () => {
  it('takes an owner for dead whose lock stays free, not one that was cut off for a moment', () => {
    const suspects = new Suspects();
    expect(suspects.confirmed([cut], 0)).toEqual([]);
    expect(suspects.confirmed([cut], 2_000)).toEqual([]);
    expect(suspects.confirmed([cut], 4_000)).toEqual([cut]);
    expect(suspects.confirmed([], 6_000)).toEqual([]);
    expect(suspects.confirmed([cut], 8_000)).toEqual([]);
  });

  it('starts again when the run has another owner by now', () => {
    const suspects = new Suspects();
    suspects.confirmed([cut], 0);
    expect(suspects.confirmed([{ ...cut, epoch: 2 }], 4_000)).toEqual([]);
  });

  it('ends a lapsed lease at once, but not right after the database was away', () => {
    const suspects = new Suspects();
    expect(suspects.confirmed([lapsed], 0)).toEqual([lapsed]);
    suspects.startOver(10_000);
    expect(suspects.confirmed([lapsed], 24_000)).toEqual([]);
    expect(suspects.confirmed([lapsed], 25_000)).toEqual([lapsed]);
  });

  it('forgets what it saw before the database was away', () => {
    const suspects = new Suspects();
    suspects.confirmed([cut], 0);
    suspects.startOver(3_500);
    expect(suspects.confirmed([cut], 4_000)).toEqual([]);
  });
});
