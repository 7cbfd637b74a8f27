import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseConnection } from '@/lib/db/connection';
import type { AgentOrder, AgentReport } from './agent-process';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts an instance as a process of its own; `kill` ends it whatever it does. */
export async function driveAgent(connection: DatabaseConnection) {
  const child = fork(join(root, 'tests/support/agent-process.ts'), [JSON.stringify(connection)], {
    execArgv: ['--import', join(root, 'scripts/load-typescript.mjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    cwd: root,
  });
  const reports: AgentReport[] = [];
  const listeners = new Set<() => void>();
  child.on('message', (report: AgentReport) => {
    reports.push(report);
    for (const listener of listeners) listener();
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void exited.then(() => listeners.forEach((listener) => void listener()));

  const next = <K extends AgentReport['kind']>(
    kind: K,
    test: (report: Extract<AgentReport, { kind: K }>) => boolean = () => true,
  ) =>
    new Promise<Extract<AgentReport, { kind: K }>>((resolve, reject) => {
      const look = () => {
        const at = reports.findIndex(
          (report) => report.kind === kind && test(report as Extract<AgentReport, { kind: K }>),
        );
        if (at < 0 && child.exitCode === null && child.signalCode === null) return;
        listeners.delete(look);
        if (at < 0) reject(new Error(`the instance ended before it reported ${kind}`));
        else resolve(reports.splice(at, 1)[0] as Extract<AgentReport, { kind: K }>);
      };
      listeners.add(look);
      look();
    });
  const order = (value: AgentOrder) => void child.send(value);

  await next('ready');
  return {
    next,
    start: (userId: string, body: Record<string, unknown>) => {
      order({ kind: 'start', userId, body });
      return next('started');
    },
    effect: (tag: string) => next('effect', (report) => report.tag === tag),
    /** Ends it as a drain does. */
    stop: async () => {
      order({ kind: 'stop' });
      await exited;
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
export type DrivenAgent = Awaited<ReturnType<typeof driveAgent>>;
