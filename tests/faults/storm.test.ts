import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { playStorm, type StormOutcome } from '../support/storm';

const { METONA_FAULT_ROUNDS, METONA_FAULT_SEED, METONA_FAULT_REPORT } = process.env;
const rounds = Number(METONA_FAULT_ROUNDS ?? 10);
const seed = Number(METONA_FAULT_SEED ?? 1);

function describeOutcome({ problems, kills, boots, ended, runs, events }: StormOutcome): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  return `seed ${seed}: ${boots.length} kills (${list(kills)}), slowest return ${Math.max(...boots)} ms, ${runs} runs (${list(ended)}), ${events} events seen, ${problems.length} problems`;
}

it(
  'an app and a database that are killed at any moment lose, double and forget nothing',
  async () => {
    const outcome = await playStorm({ rounds, seed });
    if (METONA_FAULT_REPORT) writeFileSync(METONA_FAULT_REPORT, `${describeOutcome(outcome)}\n`);
    expect(outcome.problems, describeOutcome(outcome)).toEqual([]);
    expect(outcome.boots.length).toBe(rounds);
  },
  60_000 + rounds * 20_000,
);
