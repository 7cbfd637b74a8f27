/** What a thread and a process have in common here. */
export interface Thread {
  on(event: 'message' | 'error' | 'exit', listener: (...values: unknown[]) => void): unknown;
  removeAllListeners(event: string): unknown;
  postMessage(message: unknown): void;
  terminate(): Promise<unknown>;
  ref(): void;
  unref(): void;
}

/**
 * A process of the same Node that may read nothing but its own program and packages, has no environment and no output,
 * and is killed, not asked.
 */
export function startProcess(file: string, { heapMb, folder }: { heapMb: number; folder: string }): Thread {
  const packages = [process.cwd(), 'node_modules'].join('/');
  // Asked for at run time, as a bundler would take every file of the project for a program.
  const { fork } = process.getBuiltinModule('node:child_process');
  const child = fork(file, [], {
    env: {} as NodeJS.ProcessEnv,
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${heapMb}`,
      '--permission',
      '--allow-worker',
      `--allow-fs-read=${folder}`,
      `--allow-fs-read=${packages}`,
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    on: (event, listener) => child.on(event, listener),
    removeAllListeners: (event) => child.removeAllListeners(event),
    postMessage: (message) => {
      child.send(message as object, () => undefined);
    },
    terminate: async () => child.kill('SIGKILL'),
    ref: () => child.ref(),
    unref: () => child.unref(),
  };
}
