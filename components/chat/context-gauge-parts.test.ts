import { describe, expect, it } from 'vitest';
import type { ContextView } from '@/lib/client/branches';
import { contextLevel, contextParts } from './context-gauge-parts';

function view(history: number, more: Partial<ContextView> = {}): ContextView {
  const parts = { system: 100, tools: 50, files: 0, memories: 0, history };
  const limits = { window: 1_000, reserve: 200, fold_above: 800 };
  return { provider: 'p', model: 'm', used: 150 + history, parts, will_fold: 150 + history > 800, ...limits, ...more };
}

const sumOf = (of: ContextView) => contextParts(of).reduce((sum, { tokens }) => sum + tokens, 0);

describe('the parts of a window', () => {
  it('are the window, also when what is kept free is used up', () => {
    for (const history of [0, 300, 649, 650, 700, 850]) expect(sumOf(view(history))).toBe(1_000);
    expect(contextParts(view(750)).at(-1)).toEqual({ part: 'reserve', tokens: 100 });
    expect(contextParts(view(2_000)).every(({ tokens }) => tokens >= 0)).toBe(true);
  });

  it('warn before older turns are folded, and say when they will be', () => {
    expect([100, 490, 491, 650, 651].map((history) => contextLevel(view(history)))).toEqual([
      'roomy',
      'roomy',
      'near',
      'near',
      'full',
    ]);
  });
});
