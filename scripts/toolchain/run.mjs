import { spawn } from 'node:child_process';

/**
 * Runs a program and resolves to its exit code and, with `capture`, what it wrote. Never rejects: a program that cannot
 * be started counts as failed, and its error message as its output.
 */
export function run(command, { cwd, env = process.env, capture = false, shell = false }) {
  const [program, ...parameters] = command;
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(program, parameters, { cwd, env, shell, stdio: capture ? 'pipe' : 'inherit' });
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code, signal) => {
      const ending = signal ? `\nended by ${signal}` : '';
      resolve({ code: code ?? 1, output: `${Buffer.concat(output).toString()}${ending}`.trim() });
    });
  });
}

/** Like `run`, but throws with the program's output when it fails. */
export async function runOrThrow(command, options) {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')} failed with exit code ${code}.\n${output}`);
}
