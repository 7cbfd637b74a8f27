import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, RampReport } from './orders';
import { readSpeech } from './read-speech';

type RampJob = Extract<Job, { kind: 'ramp' }>;

/** A step counts after this share of it: by then its new streams run. */
const SETTLING = 0.4;
/** Steps beyond the bound until the ramp ends: one may have met a pause of the machine. */
const PATIENCE = 3;
const STOP_MS = 500;

function p99(lags: number[]): number {
  lags.sort((a, b) => a - b);
  return lags[Math.floor(lags.length * 0.99)] ?? Number.POSITIVE_INFINITY;
}

/** Again and again, as a request may reach the provider late when its server is overloaded. */
async function stopAll<T>(url: string, reading: Promise<T>): Promise<T> {
  const stop = () => void fetch(url, { method: 'POST' }).catch(() => undefined);
  stop();
  const timer = setInterval(stop, STOP_MS);
  return reading.finally(() => clearInterval(timer));
}

/** Opens more and more streams until they lag; in the end lets all of them finish and counts what they said. */
export async function climb({ requests, first, growth, stepMs, maxLagMs, stopUrl }: RampJob): Promise<RampReport> {
  let lags: number[] = [];
  const heard = new Set<string>();
  const reading: Promise<[string, number]>[] = [];
  const steps: { streams: number; p99: number }[] = [];
  const failures: unknown[] = [];
  for (let beyond = 0, wanted = first; beyond < PATIENCE; wanted = Math.ceil(wanted * growth)) {
    const fresh = requests.slice(reading.length, wanted);
    for (const request of fresh) {
      const onLag = (ms: number) => {
        lags.push(ms);
        heard.add(request.order.id);
      };
      const read = readSpeech(request, { onLag, isOpenEnded: true });
      reading.push(
        read.then(
          ({ tokens }) => [request.order.id, tokens],
          (error: unknown) => {
            failures.push(error);
            return [request.order.id, -1];
          },
        ),
      );
      await sleep((stepMs * SETTLING) / 2 / fresh.length);
    }
    await sleep((stepMs * SETTLING) / 2);
    lags = [];
    heard.clear();
    await sleep(stepMs * (1 - SETTLING));
    if (failures.length > 0) break;
    // One that was let in but says nothing is not held.
    const lag = heard.size === reading.length ? p99(lags) : Number.POSITIVE_INFINITY;
    steps.push({ streams: reading.length, p99: lag });
    beyond = lag > maxLagMs ? beyond + 1 : 0;
    if (reading.length === requests.length) break;
  }
  const read = Object.fromEntries(await stopAll(stopUrl, Promise.all(reading)));
  if (failures.length > 0) throw failures[0];
  const held = Math.max(0, ...steps.filter((step) => step.p99 <= maxLagMs).map(({ streams }) => streams));
  return { held, steps, read };
}
