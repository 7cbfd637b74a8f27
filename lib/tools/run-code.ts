import { z } from 'zod';
import { defineTool } from './define-tool';
import { runInWorker } from './workers/run-in-worker';

interface ConsoleLine {
  readonly level: 'log' | 'warn' | 'error';
  readonly text: string;
}

interface CodeOutcome {
  /** The last value of the program, written out; null when it has none. */
  readonly result: string | null;
  readonly console: readonly ConsoleLine[];
  readonly console_cut: boolean;
  readonly error?: { readonly kind: 'thrown' | 'timeout' | 'memory'; readonly message: string };
}

/** How much longer the thread may take than the program, which is asked to stop first. */
const graceMs = 3000;

const description = `Runs a JavaScript program (ES2023) in an isolated sandbox and returns what it printed with console.log
and the value of its last expression. "await" works at the top level. There is no network, no file, no timer, no module
and no other host object; the data to work on has to be part of the code.`;

function summarize({ result, console: lines, console_cut: isCut, error }: CodeOutcome): string {
  const printed = lines.map(({ level, text }) => (level === 'log' ? text : `[${level}] ${text}`));
  return [
    ...(lines.length > 0 ? ['Console:', ...printed] : []),
    ...(isCut ? ['(more was printed than is kept)'] : []),
    error ? `Error: ${error.message}` : `Result: ${result ?? 'none'}`,
  ].join('\n');
}

export const runCode = defineTool({
  name: 'run_code',
  description,
  input: z.object({
    code: z
      .string()
      .min(1)
      .max(50_000)
      .describe('The JavaScript program; the value of its last expression is the result'),
    timeout_seconds: z.number().int().min(1).max(30).default(5).describe('After how many seconds it is stopped'),
  }),
  category: 'code_execution',
  riskLevel: 'medium',
  permission: 'code.execute',
  requiresPermission: true,
  timeoutMs: 70_000,
  execute: ({ code, timeout_seconds: seconds }, { userId, signal }) =>
    runInWorker<CodeOutcome>({
      program: 'run-code',
      input: { code, seconds },
      userId,
      signal,
      timeoutMs: seconds * 1000 + graceMs,
      memoryMb: 64,
    }),
  summarize,
});
