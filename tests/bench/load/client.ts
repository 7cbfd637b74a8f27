// Everyone's client, in a process of its own: does one job after another and checks what it reads.
import { setTimeout as sleep } from 'node:timers/promises';
import { readWithCuts } from './cuts';
import { openStream } from './open-stream';
import type { DownloadReport, Job, Reports, StreamReport } from './orders';
import { climb } from './ramp';
import { readSpeech } from './read-speech';

async function readAll({
  requests,
  spreadMs,
  isOpenEnded = false,
}: Extract<Job, { kind: 'streams' }>): Promise<StreamReport[]> {
  const reading: Promise<StreamReport>[] = [];
  for (const request of requests) {
    const read = readSpeech(request, { isOpenEnded });
    read.catch(() => undefined);
    reading.push(read);
    if (spreadMs > 0) await sleep(spreadMs / requests.length);
  }
  return Promise.all(reading);
}

async function download({ url, headers, times }: Extract<Job, { kind: 'downloads' }>): Promise<DownloadReport> {
  const ms: number[] = [];
  let bytes = 0;
  for (let time = 0; time < times; time += 1) {
    const begunAt = performance.now();
    bytes = 0;
    await openStream({
      url,
      headers,
      onBytes: (chunk) => {
        bytes += chunk.length;
      },
    }).ended;
    ms.push(performance.now() - begunAt);
  }
  return { ms, bytes };
}

function work(job: Job): Promise<Reports[Job['kind']]> {
  switch (job.kind) {
    case 'streams':
      return readAll(job);
    case 'ramp':
      return climb(job);
    case 'cuts':
      return readWithCuts(job);
    case 'downloads':
      return download(job);
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (job: Job) => {
  globalThis.gc?.();
  work(job).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.send?.({ ready: true });
