import { ask } from '../arena/client';
import { contestants, newOrder } from '../arena/contestants';
import { product } from '../arena/product';
import { effort } from '../effort';
import type { Row } from '../row';

const streams = 50;
const cutsEach = effort(20, 3);

/** Every stream is cut at random moments while it is written, and read on. A wrong token makes this fail. */
async function measure() {
  const contestant = await contestants.ours();
  const { url } = await product();
  const tokens = cutsEach * 40;
  const requests = Array.from({ length: streams }, () => contestant.request(newOrder({ tokens, rate: 50 })));
  const report = await ask({ kind: 'cuts', requests, cutsEach, resumeUrl: `${url}/api/agent/runs/{run}/events` });
  return { ours: [report.cuts] };
}

export const rows: readonly Row[] = [
  {
    name: 'reconnect: cuts of 50 streams at random moments, nothing lost or doubled',
    unit: 'cuts',
    goal: { kind: 'at least', value: streams * cutsEach, of: 'unit' },
    passes: 1,
    measure,
  },
];
