import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent, RunEventDraft } from '@/lib/ir';
import { FakeEventWriter, type Fate, isAway } from '@/tests/support/fake-event-writer';
import { EventLog } from './event-log';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const envelope = { requestId: 'r_1', iteration: 1, timestamp: 1 };
const text = (delta: string): RunEventDraft => ({ ...envelope, type: 'text_delta', delta });
const mark = (reason: string): RunEventDraft => ({ ...envelope, type: 'attempt_reset', reason });
const said = (events: readonly { type: string }[]) =>
  events.map((event) => ('delta' in event ? event.delta : 'reason' in event ? event.reason : event.type)).join('');

function setUp() {
  const writer = new FakeEventWriter();
  const published = new Map<string, RunEvent[]>();
  let now = 0;
  const log = new EventLog({
    writer,
    log: silent,
    isTransient: isAway,
    clock: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    },
    sink: (runId, events) => void published.set(runId, [...(published.get(runId) ?? []), ...events]),
  });
  const lost: string[] = [];
  const refused: string[] = [];
  const open = (runId: string, epoch = 1) => {
    const { nextSeq } = writer.logs.get(runId) ?? writer.open(runId, epoch);
    return log.open({
      ...{ runId, sessionId: 's_1', epoch, nextSeq },
      onLost: () => void lost.push(runId),
      onRefused: () => void refused.push(runId),
    });
  };
  return { writer, published, log, lost, refused, now: () => now, open };
}

describe('EventLog', () => {
  let world: ReturnType<typeof setUp>;
  beforeEach(() => {
    world = setUp();
  });
  const rows = (runId: string) => world.writer.logs.get(runId)?.rows ?? [];

  it('sends the first piece at once and lets the next ones share a window', async () => {
    const queue = world.open('run_1');
    world.log.append(queue, [text('a')]);
    await expect.poll(() => rows('run_1').length, { interval: 1 }).toBe(1);
    for (const piece of ['b', 'c', 'd']) world.log.append(queue, [text(piece)]);
    expect(rows('run_1').length).toBe(1);
    await expect.poll(() => rows('run_1').length).toBe(2);
    expect(rows('run_1').map(({ event }) => said([event]))).toEqual(['a', 'bcd']);
    expect(world.log.windows).toBe(2);
  });

  it('is not urgent again for a part that goes on after another', async () => {
    const queue = world.open('run_1');
    const call = (index: number): RunEventDraft => ({
      ...envelope,
      type: 'tool_call_delta',
      toolCallDelta: { index, argsDelta: `${index}` },
    });
    for (let round = 0; round < 50; round += 1) {
      world.log.append(queue, [call(round % 2)]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await world.log.hold(queue)).toBe(true);
    expect(rows('run_1').length).toBe(50);
    expect(world.log.windows).toBeLessThan(15);
  });

  it('writes all runs in one statement and fills the next window meanwhile', async () => {
    const queues = Array.from({ length: 30 }, (_, index) => world.open(`run_${index}`));
    let release = () => {};
    world.writer.gate = new Promise((resolve) => {
      release = resolve;
    });
    for (const queue of queues) world.log.append(queue, [text('a')]);
    await expect.poll(() => world.log.windows, { interval: 1 }).toBe(1);
    for (const piece of ['b', 'c', 'd', 'e']) for (const queue of queues) world.log.append(queue, [text(piece)]);
    release();
    for (const queue of queues) await world.log.hold(queue);
    expect(world.log.windows).toBe(2);
    for (const { runId } of queues) expect(rows(runId).map(({ event }) => said([event]))).toEqual(['a', 'bcde']);
  });

  it('publishes only what is committed, with its place', async () => {
    const queue = world.open('run_1');
    world.writer.fates.push('fails');
    world.log.append(queue, [mark('x'), text('a')]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.published.size).toBe(0);
    await world.log.hold(queue);
    expect(world.published.get('run_1')).toEqual([
      { ...mark('x'), seq: 0, runId: 'run_1', sessionId: 's_1' },
      { ...text('a'), seq: 1, runId: 'run_1', sessionId: 's_1' },
    ]);
  });

  it.each([1, 3])('doubles nothing when the answer of a committed write is lost, %i heads unheard', async (deaf) => {
    const [one, two] = [world.open('run_1'), world.open('run_2')];
    world.writer.fates.push('answer lost', 'fails', 'works');
    world.writer.deafHeads = deaf - 1;
    world.log.append(one, [mark('a')]);
    world.log.append(two, [mark('b')]);
    expect([await world.log.hold(one), await world.log.hold(two)]).toEqual([true, true]);
    expect([rows('run_1').length, rows('run_2').length, world.lost]).toEqual([1, 1, []]);
    expect([world.published.get('run_1')?.length, one.nextSeq]).toEqual([1, 1]);
  });

  it('loses the run of another owner, and only that', async () => {
    const [mine, theirs] = [world.open('run_1'), world.open('run_2')];
    const log = world.writer.logs.get('run_2');
    if (log) log.epoch = 2;
    world.log.append(mine, [mark('a')]);
    world.log.append(theirs, [mark('b')]);
    expect([await world.log.hold(mine), await world.log.hold(theirs), world.lost]).toEqual([true, false, ['run_2']]);
    world.log.append(theirs, [mark('more')]);
    expect(rows('run_2')).toEqual([]);
    expect(world.published.has('run_2')).toBe(false);
  });

  it('does not take the end by another for its own lost write', async () => {
    const queue = world.open('run_1');
    const log = world.writer.logs.get('run_1');
    world.writer.fates.push('fails');
    world.log.append(queue, [mark('a')]);
    if (log) Object.assign(log, { nextSeq: 1, isRunning: false });
    expect([await world.log.hold(queue), world.published.size]).toEqual([false, 0]);
  });

  it('gives up after a minute', async () => {
    const queue = world.open('run_1');
    world.writer.fates.push(...Array<Fate>(500).fill('fails'));
    world.log.append(queue, [mark('a')]);
    expect([await world.log.hold(queue), world.lost]).toEqual([false, ['run_1']]);
  });

  it('keeps back what comes during a transaction and lets it follow', async () => {
    const queue = world.open('run_1');
    world.log.append(queue, [text('before')]);
    expect(await world.log.hold(queue)).toBe(true);
    world.log.append(queue, [text('after')]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(rows('run_1').length).toBe(1);
    const log = world.writer.logs.get('run_1');
    if (log) log.nextSeq += 3;
    world.log.release(queue, 4);
    await expect.poll(() => rows('run_1').map(({ seq }) => seq)).toEqual([0, 4]);
    expect(world.lost).toEqual([]);
  });

  it('does not mix up an old owner of this process with a new one', async () => {
    const old = world.open('run_1');
    const log = world.writer.logs.get('run_1');
    if (log) log.epoch = 2;
    const fresh = world.open('run_1', 2);
    world.log.append(old, [mark('old')]);
    world.log.append(fresh, [mark('new')]);
    expect(await world.log.hold(fresh)).toBe(true);
    world.log.close(old);
    world.log.release(fresh, fresh.nextSeq);
    world.log.append(fresh, [mark('newer')]);
    expect(await world.log.hold(fresh)).toBe(true);
    expect(said(rows('run_1').map(({ event }) => event))).toBe('newnewer');
  });

  it.each([0, 6, 10])('writes other runs although one event cannot be written, that of run %i of 11', async (bad) => {
    world.writer.refuses = (event) => said([event]) === 'poison';
    const queues = Array.from({ length: 11 }, (_, index) => world.open(`run_${index}`));
    for (const [index, queue] of queues.entries()) world.log.append(queue, [mark(index === bad ? 'poison' : 'good')]);
    for (const [index, queue] of queues.entries()) {
      if (index !== bad) expect(await world.log.hold(queue)).toBe(true);
    }
    for (const { runId } of queues) {
      const isBad = runId === `run_${bad}`;
      expect(said(world.published.get(runId) ?? [])).toBe(isBad ? '' : 'good');
      expect(rows(runId).length).toBe(isBad ? 0 : 1);
    }
    expect([world.now(), world.lost, world.refused]).toEqual([0, [], [`run_${bad}`]]);
    expect(world.log.windows).toBeLessThan(12);
  });

  it('tells the owner once that a window was refused, drops what follows it, and then takes the end of the run', async () => {
    world.writer.refuses = (event) => said([event]) === 'poison';
    const queue = world.open('run_1');
    world.log.append(queue, [mark('good')]);
    expect(await world.log.hold(queue)).toBe(true);
    world.log.release(queue, 1);
    world.log.append(queue, [mark('poison')]);
    await expect.poll(() => world.refused).toEqual(['run_1']);
    world.log.append(queue, [text('what depends on it')]);
    await expect(world.log.hold(queue)).rejects.toThrow('value too long');
    world.log.release(queue, 1);
    world.log.append(queue, [mark('end')]);
    expect(await world.log.hold(queue)).toBe(true);
    expect(rows('run_1').map(({ seq, event }) => [seq, said([event])])).toEqual([
      [0, 'good'],
      [1, 'end'],
    ]);
  });

  it('doubles nothing when a refusal follows a write whose answer was lost', async () => {
    const queues = [world.open('run_1'), world.open('run_2')];
    world.writer.fates.push('answer lost');
    for (const queue of queues) world.log.append(queue, [mark('once')]);
    let asked = 0;
    world.writer.refuses = () => {
      asked += 1;
      return asked === 3;
    };
    for (const queue of queues) expect(await world.log.hold(queue)).toBe(true);
    expect(queues.map(({ runId }) => said(rows(runId).map(({ event }) => event)))).toEqual(['once', 'once']);
  });

  it('lets nobody wait for ever who holds a closed queue', async () => {
    const queue = world.open('run_1');
    world.writer.gate = new Promise(() => {});
    world.log.append(queue, [mark('a')]);
    const held = world.log.hold(queue);
    world.log.close(queue);
    expect(await held).toBe(false);
  });

  it('loses nothing and doubles nothing, whatever breaks', async () => {
    const fate = fc.constantFrom<Fate>('works', 'works', 'fails', 'answer lost');
    const step = fc.record({ run: fc.integer({ min: 0, max: 2 }), mark: fc.boolean(), pause: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.array(fate, { maxLength: 30 }), async (steps, fates) => {
        world = setUp();
        world.writer.fates.push(...fates);
        const queues = [0, 1, 2].map((index) => world.open(`run_${index}`));
        const wanted = ['', '', ''];
        for (const [index, { run, mark: isMark, pause }] of steps.entries()) {
          const word = `${index}.`;
          wanted[run] += word;
          const queue = queues[run];
          if (queue) world.log.append(queue, [isMark ? mark(word) : text(word)]);
          if (pause) await new Promise((resolve) => setImmediate(resolve));
        }
        for (const [index, queue] of queues.entries()) {
          expect(await world.log.hold(queue)).toBe(true);
          const written = rows(queue.runId);
          expect(written.map(({ seq }) => seq)).toEqual(written.map((_, at) => at));
          expect(said(written.map(({ event }) => event))).toBe(wanted[index]);
          expect(said(world.published.get(queue.runId) ?? [])).toBe(wanted[index]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
