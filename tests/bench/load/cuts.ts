import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader } from './event-reader';
import { openStream } from './open-stream';
import type { Job, StreamRequest } from './orders';
import { TokenCheck } from './token-check';

type CutJob = Extract<Job, { kind: 'cuts' }>;

const LONGEST_MS = 400;

function cutLater(signal: AbortSignal, cut: () => void): void {
  sleep(Math.random() * LONGEST_MS, undefined, { signal }).then(cut, () => undefined);
}

/** Reads one stream over connections that break at random moments, each resumed where the last one ended. */
async function readCut(request: StreamRequest, { cutsEach, resumeUrl }: CutJob): Promise<number> {
  const check = new TokenCheck();
  let runId = '';
  let lastId = '';
  let cuts = 0;
  for (;;) {
    const reader = new EventReader(request.dialect, (text) => check.read(text), lastId);
    const isFirst = runId === '';
    const cutting = new AbortController();
    const connection = openStream({
      url: isFirst ? request.url : resumeUrl.replace('{run}', runId),
      headers: { ...request.headers, ...(lastId !== '' && { 'last-event-id': lastId }) },
      ...(isFirst && { body: request.body }),
      onHead: (headers) => {
        runId ||= String(headers['x-run-id']);
        if (cuts < cutsEach) cutLater(cutting.signal, () => connection.cut());
      },
      onBytes: (bytes) => reader.read(bytes),
    });
    const ending = await connection.ended;
    cutting.abort();
    lastId = reader.lastId;
    if (ending === 'ended') {
      if (!reader.isEnded) throw new Error('the stream ended without its end');
      check.end(request.order.tokens);
      return cuts;
    }
    cuts += 1;
  }
}

export async function readWithCuts(job: CutJob): Promise<{ cuts: number; tokens: number }> {
  const cuts = await Promise.all(job.requests.map((request) => readCut(request, job)));
  const tokens = job.requests.reduce((sum, { order }) => sum + order.tokens, 0);
  return { cuts: cuts.reduce((sum, count) => sum + count, 0), tokens };
}
