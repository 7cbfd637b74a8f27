import { describe, expect, it } from 'vitest';
import { costOf } from './attempt-cost';

const pricing = { inputPerMillion: 0.3, outputPerMillion: 1.2, currency: 'USD', asOf: '2026-09-10' };
const usage = (inputTokens: number, outputTokens: number) => {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
};

describe('costOf', () => {
  it('counts input and output at their own prices, without the dust of floating point', () => {
    expect(costOf(usage(1_000, 100), pricing)).toEqual({ amount: 0.00042, currency: 'USD', as_of: '2026-09-10' });
    expect(costOf(usage(3, 0), { inputPerMillion: 0.1, outputPerMillion: 0, currency: 'CNY' })).toEqual({
      amount: 3e-7,
      currency: 'CNY',
    });
  });

  it('is nothing where no price or no token is known, and zero where the model is free', () => {
    expect([costOf(usage(1, 1), null), costOf(null, pricing), costOf(usage(0, 0), pricing)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(costOf(usage(5, 5), { inputPerMillion: 0, outputPerMillion: 0, currency: 'USD' })?.amount).toBe(0);
  });
});
