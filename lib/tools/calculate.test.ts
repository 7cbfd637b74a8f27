import { describe, expect, it } from 'vitest';
import type { ToolContext } from '@/lib/agent/ports';
import { calculate } from './calculate';

const context: ToolContext = {
  userId: 'anna',
  sessionId: 's_1',
  runId: 'run_1',
  messageId: 'msg_1',
  callId: 'tc_1',
  signal: new AbortController().signal,
  now: () => Date.UTC(2026, 2, 31, 23),
  progress: () => undefined,
};

const run = async (expression: string, digits?: number) => {
  const outcome = await calculate.execute({ expression, ...(digits && { digits }) }, context);
  return outcome.result as { result: string; exact: boolean; fraction?: string };
};
const resultOf = async (expression: string) => (await run(expression)).result;

const powers = '1606938044258990275541962092341162602522202993782792835301376';

describe('calculate', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['2^200', powers],
    ['(2^200 + 1) mod 97', String((2n ** 200n + 1n) % 97n)],
    ['20% of 150', '30'],
    ['200 + 10%', '220'],
    ['-7 mod 3', '2'],
    ['-2^2', '-4'],
    ['2^-3', '0.125'],
    ['25!', '15511210043330985984000000'],
    ['sqrt(144/25)', '2.4'],
    ['round(2.675, 2)', '2.68'],
    ['gcd(84, 36) + lcm(4, 6)', '24'],
    ['combinations(52, 5)', '2598960'],
    ['a = 3; b = 4; sqrt(a^2 + b^2)', '5'],
    ['3 × 4 ÷ 6 − 1', '1'],
    ['0^0 + (-1)^7', '0'],
  ])('is exact: %s', async (expression, expected) => {
    expect(await run(expression)).toMatchObject({ result: expected, exact: true });
  });

  it.each([
    ['5 km + 300 m to m', '5300 m'],
    ['25 degC to degF', '77 degF'],
    ['sin(30 deg)', '0.5'],
    ['det([[1, 2], [3, 4]])', '-2'],
    ['median(3, 9, 5)', '5'],
    ['3 > 2 and 1 < 2', 'true'],
    ['sqrt(-4)', '2i'],
    ['date_diff("2026-01-31", "2026-03-01")', '29'],
    ['date_diff("2024-02-29", "2026-02-28", "years")', '2'],
    ['date_diff("2026-03-31T08:00", "2026-03-31T09:30", "hours")', '1.5'],
    ['date_add("2026-01-31", 1, "month")', '2026-02-28'],
    ['date_add("2024-03-31", -1, "months")', '2024-02-29'],
    ['date_add("2026-03-31", 2, "weeks")', '2026-04-14'],
    ['date_add(today(), 1, "hours")', '2026-03-31T01:00:00'],
    ['weekday(today())', 'Tuesday'],
  ])('knows units, lists and dates: %s', async (expression, expected) => {
    expect(await resultOf(expression)).toBe(expected);
  });

  it('says what was rounded, and gives the fraction', async () => {
    expect(await run('1/3 + 1/3')).toEqual({
      expression: '1/3 + 1/3',
      digits: 20,
      result: '0.66666666666666666667',
      exact: false,
      fraction: '2/3',
    });
    expect(await run('sqrt(2)', 30)).toMatchObject({ result: '1.41421356237309504880168872421', exact: false });
    expect((await run('9^9^9')).result).toMatch(/^4\.28\d+e\+369693099$/);
    const { summary } = await calculate.execute({ expression: '1/7' }, context);
    expect(summary).toBe('1/7 ≈ 0.14285714285714285714 (exactly 1/7)');
    expect((await calculate.execute({ expression: '5 km to m' }, context)).summary).toBe('5 km to m = 5000 m');
    expect((await calculate.execute({ expression: 'pi', digits: 3 }, context)).summary).toBe('pi ≈ 3.14');
  });

  it.each([
    'import({}, {})',
    'createUnit("x")',
    'evaluate("1+1")',
    'parse("1")',
    'simplify("x+x", "x")',
    'derivative("x^2", "x")',
    'config({})',
    'f(x) = x',
    'sqrt = 3',
    'sqrt',
    'map([1, 2], sqrt)',
    '{a: 1}.a',
    '[1, 2].constructor',
    '"a".constructor("return process")()',
    'sqrt.constructor("return process")()',
    'constructor',
    '__proto__ = 1',
    'cos.call(1)',
    '1:1e9',
    'zeros(100000, 100000)',
    'range(0, 1e9)',
    'random()',
    'isPrime(2^521 - 1)',
    'print("$x", {x: 1})',
    'concat("a", "b")',
    'unknown_word + 1',
    'process.exit()',
    'require("fs")',
    '"just text"',
    'date_add("2026-02-30", 1)',
    'date_add("2026-01-01", 1e300, "years")',
    'weekday(12)',
    '1 +',
    '1 / 0',
  ])('refuses %s', async (expression) => {
    await expect(run(expression)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('refuses what is too large or too deep', async () => {
    const bombs = [`[${'1,'.repeat(900)}1]`, `${'('.repeat(900)}1${')'.repeat(900)}`, `${'-'.repeat(1900)}1`];
    for (const bomb of bombs) await expect(run(bomb)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
  });

  it.each(['9^9^9^9', 'factorial(1e9)', '(1e9)!', 'gamma(1e9)', 'bellNumbers(100000)'])(
    'ends %s soon, and calculates on',
    async (expression) => {
      const startedAt = Date.now();
      await expect(run(expression)).rejects.toMatchObject({ error: { code: 'invalid_request' } });
      expect(Date.now() - startedAt).toBeLessThan(10_000);
      expect(await resultOf('1 + 1')).toBe('2');
    },
  );

  it('stops when the call is stopped, and nothing of an expression is left for the next', async () => {
    const stop = new AbortController();
    const running = calculate.execute({ expression: 'factorial(1e9)' }, { ...context, signal: stop.signal });
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect(await resultOf('secret = 42; secret')).toBe('42');
    await expect(run('secret')).rejects.toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('takes an expression of at most 2,000 characters', () => {
    expect(calculate.check({ expression: '1'.repeat(2001) }).ok).toBe(false);
    expect(calculate.check({ expression: '1', scope: {} }).ok).toBe(false);
  });
});
