import { expect, it } from 'vitest';
import { type DriveOptions, driveEveryReading } from './drive-adapter';
import type { Token } from './event-notation';
import type { WireScript } from './script';

/** What a server sends, and what must become of it. */
export type StreamCase = readonly [name: string, script: WireScript, expected: readonly Token[]];

/** A test per case, however its bytes are cut: the same events and the same response, and no rule of them broken. */
export function testStreamCases(providerId: string, cases: readonly StreamCase[], options?: DriveOptions): void {
  it.each(cases)('%s', async (_name, script, expected) => {
    const outcomes = await driveEveryReading(providerId, script, options);
    for (const outcome of outcomes) {
      expect(outcome.tokens).toEqual(expected.map((token) => [...token]));
      expect(outcome.broken).toEqual([]);
      expect(outcome.events).toEqual(outcomes[0]?.events);
      expect(outcome.response).toEqual(outcomes[0]?.response);
    }
  });
}
