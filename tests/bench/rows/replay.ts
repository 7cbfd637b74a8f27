import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../arena/client';
import { contestants, newOrder } from '../arena/contestants';
import { atEnd, once } from '../arena/once';
import { callApi, product } from '../arena/product';
import { startServer } from '../arena/provider';
import { stretchLog } from '../arena/seed';
import { effort } from '../effort';
import { EventReader } from '../load/event-reader';
import { TokenCheck } from '../load/token-check';
import { oncePerPass, type Row } from '../row';

const times = effort(12, 3);
const tail = 20;
const long = 10_000;
const short = 100;

interface Finished {
  readonly url: string;
  readonly lastSeq: number;
}

/** A run of two tokens an event, as they come at 50 tokens/s. */
async function finishedRun(events: number): Promise<Finished> {
  const contestant = await contestants.ours();
  const request = contestant.request(newOrder({ tokens: 20, rate: 0 }));
  await ask({ kind: 'streams', requests: [request], spreadMs: 0 });
  const { items } = await callApi<{ items: { id: string }[] }>('/api/agent/runs?limit=1');
  const id = await stretchLog(items[0]?.id ?? '', events);
  const { last_seq: lastSeq } = await callApi<{ last_seq: number }>(`/api/agent/runs/${id}`);
  return { url: `${(await product()).url}/api/agent/runs/${id}/events`, lastSeq };
}

const longRun = once(() => finishedRun(long));
const shortRun = once(() => finishedRun(short));

async function readWhole(url: string): Promise<Buffer> {
  const { headers } = await product();
  const bytes = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
  const check = new TokenCheck();
  const reader = new EventReader('run', (text) => check.read(text));
  reader.read(bytes);
  if (!reader.isEnded) throw new Error('the replay has no end');
  check.end(2 * long);
  return bytes;
}

/** The same bytes as a file, behind the plainest server there is. */
const file = once(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'metona-bench-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'replay');
  writeFileSync(path, await readWhole((await longRun()).url));
  return startServer('servers/static-file.ts', [path]);
});

async function milliseconds(url: string, of: { headers?: Record<string, string>; bytes?: number } = {}) {
  const { headers } = await product();
  const report = await ask({ kind: 'downloads', url, headers: { ...headers, ...of.headers }, times: 1 });
  if (of.bytes !== undefined && report.bytes !== of.bytes) throw new Error(`${report.bytes} bytes came of ${of.bytes}`);
  return { ms: report.ms[0] ?? Number.NaN, bytes: report.bytes };
}

/** MB/s, whoever sends them. */
const replay = oncePerPass(async () => {
  const { url } = await longRun();
  const { origin } = await file();
  const samples = { ours: [] as number[], peer: [] as number[] };
  for (let round = -2; round < times; round += 1) {
    const sent = await milliseconds(origin);
    const replayed = await milliseconds(url);
    // Two events may have the same bytes only when nothing was lost; the heartbeat is too slow to come between.
    if (replayed.bytes !== sent.bytes) throw new Error(`${replayed.bytes} bytes came of ${sent.bytes}`);
    if (round < 0) continue;
    samples.ours.push(replayed.bytes / replayed.ms / 1000);
    samples.peer.push(sent.bytes / sent.ms / 1000);
  }
  return samples;
});

/** From the request to the end of the last events of a run. */
const resume = oncePerPass(async () => {
  const samples = { ours: [] as number[], peer: [] as number[] };
  const runs = { ours: await longRun(), peer: await shortRun() };
  for (let round = -3; round < 2 * times; round += 1) {
    for (const who of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
      const { url, lastSeq } = runs[who];
      const { ms } = await milliseconds(url, { headers: { 'last-event-id': String(lastSeq - tail) } });
      if (round >= 0) samples[who].push(ms);
    }
  }
  return samples;
});

export const rows: readonly Row[] = [
  {
    name: 'replay: a finished run of 20,000 tokens',
    unit: 'MB/s',
    goal: { kind: 'at least', value: 0.5, of: 'peer' },
    peer: 'a static file of the same bytes',
    measure: replay,
  },
  {
    name: 'reconnect: time for the last 20 events of a run of 20,000 tokens',
    unit: 'ms',
    goal: { kind: 'at most', value: 1.2, of: 'peer' },
    peer: 'the same of 200 tokens',
    measure: resume,
  },
];
