import { beforeEach, describe, expect, it } from 'vitest';
import type { RunEventDraft } from '@/lib/ir';
import { FakeEventWriter, type FakeLog, isAway } from '@/tests/support/fake-event-writer';
import { EventLog } from './event-log';
import type { RunGuard, RunRecord, RunStore, RunTransaction } from './ports';
import { LostRun, RunWriter } from './run-writer';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const mark = (reason: string): RunEventDraft => ({
  type: 'attempt_reset',
  reason,
  requestId: 'r_1',
  iteration: 1,
  timestamp: 1,
});

class Away extends Error {}
type Fate = 'works' | 'not begun' | 'rolled back' | 'answer lost' | 'lost to another';

/** Transactions over one run of a fake event table. */
class FakeStore implements Pick<RunStore, 'transact' | 'transactUnread' | 'nextSeq'> {
  readonly fates: Fate[] = [];
  readonly committed: string[] = [];
  deafHeads = 0;
  needsLock = true;
  readonly #log: FakeLog;

  constructor(log: FakeLog) {
    this.#log = log;
  }

  async transact<T>(_runId: string, guard: RunGuard, work: (transaction: RunTransaction) => Promise<T>) {
    const fate = this.fates.shift() ?? 'works';
    if (fate === 'not begun') throw new Away();
    const { epoch, nextSeq, isRunning } = this.#log;
    if (!isRunning || guard.epoch !== epoch || guard.nextSeq !== nextSeq) return null;
    const events: RunEventDraft[] = [];
    const run = { id: 'run_1', epoch, nextSeq: 0 };
    const transaction = {
      run,
      emit: (...more: RunEventDraft[]) => void events.push(...more),
      emitted: () => events.length,
    };
    const value = await work(transaction as unknown as RunTransaction);
    if (fate === 'rolled back') throw new Away();
    if (fate === 'lost to another') {
      this.#log.epoch += 1;
      this.#log.nextSeq += events.length;
      return null;
    }
    this.committed.push(String(value));
    events.forEach((event, index) => void this.#log.rows.push({ seq: nextSeq + index, event }));
    this.#log.nextSeq += events.length;
    if (fate === 'answer lost') throw new Away();
    return { value, nextSeq: this.#log.nextSeq };
  }

  async transactUnread<T>(run: RunRecord, work: (transaction: RunTransaction) => Promise<T>) {
    return this.needsLock ? null : this.transact(run.id, run, work);
  }

  async nextSeq() {
    if (this.deafHeads > 0) {
      this.deafHeads -= 1;
      throw new Away();
    }
    return this.#log.nextSeq;
  }
}

describe('RunWriter', () => {
  let row: FakeLog;
  let store: FakeStore;
  let writer: RunWriter;
  let events: FakeEventWriter;
  let now = 0;

  beforeEach(() => {
    events = new FakeEventWriter();
    row = events.open('run_1');
    store = new FakeStore(row);
    now = 0;
    const clock = {
      now: () => now,
      sleep: async (ms: number) => {
        now += ms;
      },
    };
    const log = new EventLog({ writer: events, sink: () => {}, log: silent, clock, isTransient: isAway });
    const queue = log.open({
      ...{ runId: 'run_1', sessionId: 's_1', epoch: 1, nextSeq: 0 },
      onLost: () => {},
      onRefused: () => {},
    });
    const run = { id: 'run_1', epoch: 1, nextSeq: 0 } as RunRecord;
    writer = new RunWriter({ run, queue, store, log, clock, isTransient: (error) => error instanceof Away });
  });

  const write = (name: string) =>
    writer.transact(async (transaction) => {
      transaction.emit(mark(name));
      return name;
    });
  const logged = () => row.rows.map(({ event }) => ('reason' in event ? event.reason : event.type));

  it('writes in the order things happened', async () => {
    writer.append(mark('a'));
    const [first, second] = [write('b'), write('c')];
    writer.append(mark('d'));
    expect(await Promise.all([first, second])).toEqual(['b', 'c']);
    await write('e');
    // An event that comes while transactions are lined up goes out before the next one that has not begun.
    expect(logged().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(row.rows.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4]);
    expect(logged().indexOf('a')).toBe(0);
    expect(logged().at(-1)).toBe('e');
  });

  it('ends the work that followed an event which cannot be written, and takes the end of the run', async () => {
    events.refuses = (event) => 'reason' in event && event.reason === 'poison';
    writer.append(mark('a'));
    await expect.poll(() => logged()).toEqual(['a']);
    writer.append(mark('poison'));
    await expect(write('b')).rejects.toThrow('value too long');
    expect(await write('end')).toBe('end');
    expect(logged()).toEqual(['a', 'end']);
    expect(row.rows.map(({ seq }) => seq)).toEqual([0, 1]);
  });

  it.each<[Fate, string, boolean]>([
    ['not begun', 'with', true],
    ['rolled back', 'with', true],
    ['answer lost', 'with', true],
    ['not begun', 'without', false],
    ['rolled back', 'without', false],
    ['answer lost', 'without', false],
  ])('does its work once when a transaction is %s, %s the lock', async (fate, _lock, needsLock) => {
    store.needsLock = needsLock;
    store.fates.push('works', fate, fate);
    expect([await write('a'), await write('b'), await write('c')]).toEqual(['a', 'b', 'c']);
    expect([store.committed, logged(), row.nextSeq]).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], 3]);
  });

  it('waits for the head when it cannot be asked either', async () => {
    store.fates.push('answer lost');
    store.deafHeads = 2;
    expect(await write('a')).toBe('a');
    expect(store.committed).toEqual(['a']);
  });

  it('takes its own end of the run for an end, not for a loss', async () => {
    store.fates.push('answer lost');
    const ended = writer.transact(async (transaction) => {
      transaction.emit(mark('end'));
      row.isRunning = false;
      return 'ended';
    });
    expect(await ended).toBe('ended');
  });

  it('may do work twice that tells nobody anything', async () => {
    store.fates.push('answer lost');
    expect(await writer.transact(async () => 'quiet')).toBe('quiet');
    expect(row.nextSeq).toBe(0);
  });

  it('stops when somebody else has moved the run', async () => {
    store.fates.push('rolled back');
    const lost = writer.transact(async (transaction) => {
      transaction.emit(mark('a'), mark('b'));
      row.nextSeq = 7;
    });
    await expect(lost).rejects.toThrow(LostRun);
    row.epoch = 2;
    await expect(write('c')).rejects.toThrow(LostRun);
    expect(store.committed).toEqual([]);
  });

  it("takes nobody else's events for its own", async () => {
    store.needsLock = false;
    store.fates.push('lost to another');
    await expect(write('a')).rejects.toThrow(LostRun);
    expect([store.committed, row.nextSeq]).toEqual([[], 1]);
  });

  it('hands on what is no matter of the connection, and goes on', async () => {
    await expect(writer.transact(() => Promise.reject(new Error('no such column')))).rejects.toThrow('no such column');
    expect(await write('a')).toBe('a');
  });

  it('gives up after a minute', async () => {
    store.fates.push(...Array<Fate>(1_000).fill('not begun'));
    await expect(write('a')).rejects.toThrow(Away);
    expect(now).toBeLessThan(62_000);
  });
});
