import type { Samples } from './row';

/** Somebody who does the work. `check` throws when the result of one turn is wrong; its time is not counted. */
export interface Contestant<Result> {
  run(): Promise<Result>;
  check(result: Result): void;
}

export interface Contest<Result> {
  readonly ours: Contestant<Result>;
  readonly peer?: Contestant<Result>;
  /** What the CPU time is divided by: the pieces of work in one turn. */
  readonly pieces: number;
}

const rounds = 8;
const warmUpRounds = 3;
const turnsPerRound = 5;

/** µs of CPU of the whole process, its helper threads included, for one piece of work. */
async function takeSample<Result>(contestant: Contestant<Result>, pieces: number): Promise<number> {
  globalThis.gc?.();
  const results: Result[] = [];
  const before = process.cpuUsage();
  for (let turn = 0; turn < turnsPerRound; turn += 1) results.push(await contestant.run());
  const { user, system } = process.cpuUsage(before);
  for (const result of results) contestant.check(result);
  return (user + system) / (turnsPerRound * pieces);
}

/** Both in every round, each of them first in turn, so that what the machine does besides hits both alike. */
export async function measureCpu<Result>({ ours, peer, pieces }: Contest<Result>): Promise<Samples> {
  const samples = { ours: [] as number[], peer: [] as number[] };
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const who of order) {
      const contestant = who === 'ours' ? ours : peer;
      if (contestant === undefined) continue;
      const sample = await takeSample(contestant, pieces);
      if (round >= 0) samples[who].push(sample);
    }
  }
  return peer === undefined ? { ours: samples.ours } : samples;
}
