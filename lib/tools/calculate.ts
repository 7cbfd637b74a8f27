import { z } from 'zod';
import { defineTool } from './define-tool';
import { runInWorker } from './workers/run-in-worker';

interface Calculation {
  readonly result: string;
  /** False when digits were rounded away. */
  readonly exact: boolean;
  readonly fraction?: string;
}

/** Of the first number in a text. */
function significantDigits(text: string): number {
  return (/[\d.]+/.exec(text)?.[0] ?? '').replace('.', '').replace(/^0+/, '').length;
}

const description = `Calculates exactly; use it instead of working out numbers yourself.
Examples: "0.1 + 0.2", "2^200 mod 97", "1/3 + 1/6", "20% of 150", "200 + 10%", "sqrt(2)", "mean(3, 5, 8)",
"5 km + 300 m to mile", "25 degC to degF", "a = 3; b = 4; sqrt(a^2 + b^2)", "det([[1, 2], [3, 4]])".
Dates: date_diff("2026-01-31", "2026-03-01", "days"), date_add("2026-01-31", 1, "months"), weekday("2026-01-31"), today().`;

export const calculate = defineTool({
  name: 'calculate',
  description,
  input: z.object({
    expression: z.string().trim().min(1).max(2000).describe('What to calculate, in mathematical notation'),
    digits: z.number().int().min(1).max(60).default(20).describe('Significant digits where the result is rounded'),
  }),
  category: 'calculation',
  riskLevel: 'safe',
  timeoutMs: 40_000,
  execute: async ({ expression, digits }, { userId, signal, now }) => {
    const today = new Date(now()).toISOString().slice(0, 10);
    const answer = await runInWorker<Calculation>({
      program: 'calculate',
      input: { expression, digits, today },
      userId,
      signal,
      timeoutMs: 2000,
      memoryMb: 128,
      isReusable: true,
    });
    return { expression, digits, ...answer };
  },
  summarize: ({ expression, digits, result, exact, fraction }) => {
    const isRounded = !exact && (fraction !== undefined || significantDigits(result) >= digits);
    return `${expression} ${isRounded ? '≈' : '='} ${result}${fraction === undefined ? '' : ` (exactly ${fraction})`}`;
  },
});
