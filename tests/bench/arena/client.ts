import type { Job, Reports } from '../load/orders';
import { atEnd, once } from './once';
import { endProcess, startProgram } from './process';

const start = once(async () => {
  const { child } = await startProgram('load/client.ts');
  atEnd(() => endProcess(child));
  return child;
});

/** Lets the client do one job; throws what it found wrong. */
export async function ask<J extends Job>(job: J): Promise<Reports[J['kind']]> {
  const child = await start();
  return new Promise((resolve, reject) => {
    child.once('message', ({ report, failure }: { report?: Reports[J['kind']]; failure?: string }) =>
      report === undefined ? reject(new Error(failure)) : resolve(report),
    );
    child.send(job);
  });
}
