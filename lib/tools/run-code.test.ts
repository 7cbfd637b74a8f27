import { describe, expect, it } from 'vitest';
import { toolContext as context } from '@/tests/support/tool-context';
import { runCode } from './run-code';

interface Outcome {
  result: string | null;
  console: { level: string; text: string }[];
  console_cut: boolean;
  error?: { kind: string; message: string };
}

const run = async (code: string) => (await runCode.execute({ code, timeout_seconds: 1 }, context)).result as Outcome;

describe('run_code', () => {
  it.each([
    ['1 + 1', '2'],
    ['const square = (n) => n * n; [1, 2, 3].map(square)', '[1, 4, 9]'],
    ['await Promise.resolve("done")', 'done'],
    ['Promise.resolve(3)', '3'],
    ['const slow = async () => { await null; return { big: 7n }; }; await slow()', '{big: 7n}'],
    ['new Map([["a", new Set([1])]])', 'Map {"a" => Set {1}}'],
    ['const loop = {}; loop.self = loop; loop', '{self: [circular]}'],
    ['undefined', null],
  ])('gives the last value of %s', async (code, expected) => {
    expect(await run(code)).toMatchObject({ result: expected, console: [] });
  });

  it('keeps what is printed, and says it to the model', async () => {
    const code = 'console.log("sum", { of: [1, 2] }); console.error(new TypeError("bad")); 42';
    const { result, summary } = await runCode.execute({ code }, context);
    expect(result).toEqual({
      result: '42',
      console: [
        { level: 'log', text: 'sum {of: [1, 2]}' },
        { level: 'error', text: 'TypeError: bad (line 1)' },
      ],
      console_cut: false,
    });
    expect(summary).toBe('Console:\nsum {of: [1, 2]}\n[error] TypeError: bad (line 1)\nResult: 42');
  });

  it('keeps what was printed before an error', async () => {
    expect(await run('console.log("first");\nnull.x')).toMatchObject({
      result: null,
      console: [{ text: 'first' }],
      error: { kind: 'thrown', message: expect.stringMatching(/^TypeError: .*\(line 2\)$/) },
    });
    expect(await run('let = ;')).toMatchObject({
      error: { kind: 'thrown', message: expect.stringMatching(/^SyntaxError/) },
    });
  });

  it('caps the console and the result', async () => {
    const lines = await run('for (let i = 0; i < 1e4; i++) console.log("line " + i); 1');
    expect(lines).toMatchObject({ result: '1', console_cut: true });
    expect(lines.console.length).toBeLessThanOrEqual(1000);
    const long = await run('console.log("x".repeat(5e6)); "y".repeat(5e6)');
    expect(JSON.stringify(long).length).toBeLessThan(32_000);
    expect(long.result).toMatch(/^y+$/);
  });

  it('check run_code: has none of the objects of a host', async () => {
    const names = [
      'process',
      'require',
      'module',
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'Worker',
      'WebAssembly',
      'Buffer',
      'setTimeout',
      'setInterval',
      'queueMicrotask',
      'performance',
      'navigator',
      'window',
      'global',
      'Deno',
      'std',
      'os',
    ];
    const code = `${JSON.stringify(names)}.filter((name) => name in globalThis)`;
    expect((await run(code)).result).toBe('[]');
  });

  it.each([
    '"".constructor.constructor("return process")()',
    'console.log.constructor("return process")()',
    '(async () => {}).constructor("return process")()',
    '(function* () {}).constructor("return process")().next()',
    'new Function("return this.process.env")()',
    '(0, eval)("process.exit(1)")',
    'await import("node:fs")',
    'await import("file:///etc/passwd")',
    'import fs from "node:fs"',
    'require("child_process").execSync("id")',
    'try { null.x } catch (e) { e.constructor.constructor("return process")() }',
    'Error.prepareStackTrace = (e, frames) => frames; new Error().stack[0].getThis().process.pid',
    'new Proxy({}, { get() { return process } }).x',
    'globalThis.process.mainModule.require("fs")',
    'Reflect.construct(Function, ["return process"])()',
    'console.log({ toString() { return process.version } }.toString())',
  ])('check run_code: does not let out: %s', async (code) => {
    const outcome = await run(code);
    expect(outcome).toMatchObject({ result: null, error: { kind: 'thrown' } });
    expect(JSON.stringify(outcome)).not.toMatch(/root:|v\d+\.\d+\.\d+/);
  });

  it('check run_code: carries nothing over the wall that would change the host', async () => {
    await run('Object.prototype.polluted = 1; Array.prototype.push = null; ({ __proto__: { polluted: 1 } })');
    await run('Object.defineProperty(Object.prototype, "then", { get() { throw 1; } }); 1');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect((await run('typeof polluted')).result).toBe('undefined');
    expect(await run('String = JSON = Array.prototype.push = null; ({ still: 1 })')).toMatchObject({
      result: '{still: 1}',
    });
  });

  it.each([
    ['an endless loop', 'while (true) {}', 'timeout'],
    ['a regular expression that explodes', '/^(a+)+$/.test("a".repeat(40) + "b")', 'timeout'],
    [
      'a getter that never returns',
      'console.log("in"); Object.defineProperty(globalThis, "x", { get() { for (;;); } }); x',
      'timeout',
    ],
    ['a loop that catches everything', 'for (;;) { try { for (;;); } catch {} }', 'timeout'],
    ['an endless loop of waiting', 'for (;;) await null', 'timeout'],
    ['a promise for ever', 'await new Promise(() => {})', 'thrown'],
    ['a long text', '"x".repeat(2 ** 29)', 'memory'],
    ['a buffer', 'new ArrayBuffer(1e9)', 'memory'],
    ['a recursion', '(function again() { return again() + 1; })()', 'thrown'],
    ['a recursion of getters', 'const o = { get a() { return this.a; } }; o.a', 'thrown'],
  ])('check run_code: stops %s', async (_name, code, kind) => {
    const startedAt = Date.now();
    expect(await run(code)).toMatchObject({ result: null, error: { kind } });
    expect(Date.now() - startedAt).toBeLessThan(8000);
  });

  it('survives promises that breed: its time or its memory ends them, the latter as a rejection nobody hears', async () => {
    const before = process.memoryUsage().rss;
    await run('const more = () => { more.list = [more.list, Promise.resolve().then(more)]; }; more()');
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    expect(await run('1')).toMatchObject({ result: '1' });
  });

  it.each([
    ['many arrays', 'const all = []; for (;;) all.push(new Array(1e5).fill(1))'],
    ['nested JSON', 'JSON.parse("[".repeat(2e6))'],
    ['deep parentheses', 'eval("(".repeat(1e5))'],
    ['a nested pattern', 'new RegExp("(".repeat(1e5) + ")".repeat(1e5))'],
    ['a sparse array', 'const all = []; all.length = 2 ** 32 - 1; all.fill(1)'],
    ['a growing text', 'let text = "x"; const all = []; for (;;) { text += text; all.push(text + all.length); }'],
  ])('check run_code: survives a bomb of %s', async (_name, code) => {
    const before = process.memoryUsage().rss;
    const outcome = await run(code).catch((error: unknown) => ({ error }));
    expect(outcome.error).toBeDefined();
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    expect(await run('1')).toMatchObject({ result: '1' });
  });

  it('ends at once when the call is stopped', async () => {
    const stop = new AbortController();
    const running = runCode.execute({ code: 'for (;;);', timeout_seconds: 30 }, { ...context, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(running).rejects.toThrow('stopped');
  });

  it('asks under a permission of its own', () => {
    expect(runCode.def).toMatchObject({
      requiresPermission: true,
      permission: 'code.execute',
      category: 'code_execution',
    });
    expect(runCode.check({ code: '1', timeout_seconds: 3600 }).ok).toBe(false);
    expect(runCode.check({ code: '1', require: true }).ok).toBe(false);
  });
});
