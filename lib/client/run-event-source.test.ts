import { describe, expect, it } from 'vitest';
import type { RunEvent } from '@/lib/ir';
import { ApiFailure } from './api';
import { type RunEventSourceOptions, readRunEvents } from './run-event-source';

function line(seq: number, type = 'text_delta'): string {
  const event = { type, seq, requestId: 'a1', sessionId: 's', iteration: 1, timestamp: 0, delta: String(seq) };
  return `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;
}

function answer(text: string, then: 'end' | 'error' | 'hang' = 'end'): Response {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        if (pulls === 1) return controller.enqueue(new TextEncoder().encode(text));
        if (then === 'end') return controller.close();
        if (then === 'error') return controller.error(new Error('cut'));
        return new Promise(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

interface Wire {
  readonly cursors: (string | null)[];
  readonly waits: number[];
  readonly options: RunEventSourceOptions;
}

function wire(answers: (() => Response)[], more: Partial<RunEventSourceOptions> = {}): Wire {
  const cursors: (string | null)[] = [];
  const waits: number[] = [];
  const rest = [...answers];
  const options: RunEventSourceOptions = {
    signal: new AbortController().signal,
    random: () => 1,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    fetch: async (_path, init) => {
      cursors.push(new Headers(init?.headers).get('last-event-id'));
      const next = rest.shift();
      if (next === undefined) throw new Error('asked too often');
      return next();
    },
    ...more,
  };
  return { cursors, waits, options };
}

async function collect(source: AsyncGenerator<RunEvent>): Promise<number[]> {
  const seen: number[] = [];
  for await (const event of source) seen.push(event.seq);
  return seen;
}

describe('run event source', () => {
  it('situation 46: goes on where it was cut, without a gap and without an event twice', async () => {
    const { cursors, waits, options } = wire([
      () => answer(line(0) + line(1), 'error'),
      () => answer(line(1) + line(2)),
      () => answer(line(3) + line(4, 'run_completed')),
    ]);
    expect(await collect(readRunEvents('run_1', options))).toEqual([0, 1, 2, 3, 4]);
    expect(cursors).toEqual([null, '1', '2']);
    expect(waits).toEqual([500, 500]);
  });

  it('waits longer with every failure in a row, up to a limit', async () => {
    const fail = () => {
      throw new TypeError('offline');
    };
    const { waits, options } = wire([...Array(7).fill(fail), () => answer(line(0, 'run_failed'))]);
    expect(await collect(readRunEvents('run_1', options))).toEqual([0]);
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  });

  it('reads the answer it was given first', async () => {
    const { cursors, options } = wire([() => answer(line(1, 'run_completed'))], { first: answer(line(0)) });
    expect(await collect(readRunEvents('run_1', options))).toEqual([0, 1]);
    expect(cursors).toEqual(['0']);
  });

  it('ends when nothing is left', async () => {
    const { options } = wire([() => new Response(null, { status: 204 })], { after: 7 });
    expect(await collect(readRunEvents('run_1', options))).toEqual([]);
  });

  it('rejects with the stated error when the server refuses', async () => {
    const refusal = { error: { code: 'not_found', message: 'no such run', retryable: false } };
    const { options } = wire([() => Response.json(refusal, { status: 404 })]);
    const failure = await collect(readRunEvents('run_1', options)).catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });

  it('comes back after being told to wait', async () => {
    const { waits, options } = wire([
      () => Response.json({}, { status: 429, headers: { 'retry-after': '3' } }),
      () => answer(line(0, 'run_completed')),
    ]);
    expect(await collect(readRunEvents('run_1', options))).toEqual([0]);
    expect(waits).toEqual([3000]);
  });

  it('gives up on a silent connection and opens another', async () => {
    const { cursors, options } = wire([() => answer(line(0), 'hang'), () => answer(line(1, 'run_completed'))], {
      silenceMs: 20,
    });
    expect(await collect(readRunEvents('run_1', options))).toEqual([0, 1]);
    expect(cursors).toEqual([null, '0']);
  });

  it('ends quietly when it is aborted in the middle', async () => {
    const controller = new AbortController();
    const { options } = wire([() => answer(line(0) + line(1), 'hang')], { signal: controller.signal });
    const seen: number[] = [];
    for await (const event of readRunEvents('run_1', options)) {
      seen.push(event.seq);
      if (event.seq === 1) controller.abort();
    }
    expect(seen).toEqual([0, 1]);
  });

  it('situation 55: only looks in from time to time while other tabs have the places for lasting streams', async () => {
    let given = 0;
    const giveBack = () => {
      given += 1;
    };
    const places = [null, null, giveBack];
    const { cursors, waits, options } = wire(
      [() => answer(line(0), 'hang'), () => answer(line(1), 'hang'), () => answer(line(2) + line(3, 'run_completed'))],
      { takeSlot: async () => places.shift() ?? null },
    );
    expect(await collect(readRunEvents('run_1', options))).toEqual([0, 1, 2, 3]);
    expect(cursors).toEqual([null, '0', '1']);
    expect([waits, given]).toEqual([[1_000, 1_000], 1]);
  });
});
