import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '@/lib/ir';
import { type Product, startProduct } from '../support/product';
import { type ProductUser, signUpAt } from '../support/product-user';
import { checkLog } from '../support/run-oracle';
import { type ScriptServer, servedInput, startScriptServer } from '../support/script-server';
import { addProvider } from '../support/storm';

const runs = '/api/agent/runs';
const steps = [
  { text: 'I add. ', pieces: 3, pauseMs: 60, calls: [{ name: 'math.add', args: { left: 1, right: 2 } }] },
  { text: 'one two three four five six seven eight', pieces: 12, pauseMs: 60 },
];

describe('readers over HTTP', () => {
  let model: ScriptServer;
  let product: Product;
  let user: ProductUser;
  let providerId: string;
  beforeAll(async () => {
    model = await startScriptServer();
    product = await startProduct({
      env: { METONA_SIGNUP: 'open', METONA_PRIVATE_ORIGINS: model.origin, METONA_MAX_STREAMS: '200' },
    });
    await product.waitHealthy();
    user = await signUpAt(product.port);
    providerId = await addProvider(user, model);
  });
  afterAll(async () => {
    await product.dispose();
    await model.close();
  });

  /** Reads on after `seen`, and leaves in mid-stream when it has `enough` more. */
  const read = async (id: string, seen: readonly RunEvent[], enough = Number.POSITIVE_INFINITY) => {
    const leave = new AbortController();
    const place = { path: `${runs}/${id}/events`, after: seen.at(-1)?.seq, signal: leave.signal };
    const { status, events } = await user.stream(place);
    const more: RunEvent[] = [];
    if (status === 204) return more;
    for await (const event of events) {
      more.push(event);
      if (more.length >= enough) break;
    }
    leave.abort();
    return more;
  };

  it('get the same list while the run goes on, after whichever event they leave and come back', async () => {
    const body = { input: servedInput('every index', steps), provider_id: providerId, model: 'script' };
    const { body: run } = await user.call(runs, { body: { ...body, allowed_tools: ['math.add'] } });
    const watched = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const first = await read(run.id, [], index + 1);
        const second = await read(run.id, first, 1);
        return [...first, ...second, ...(await read(run.id, [...first, ...second]))];
      }),
    );
    const log = await read(run.id, []);
    checkLog(log, run.id);
    expect([log.length > 20, log.at(-1)?.type]).toEqual([true, 'run_completed']);
    for (const list of watched) expect(list).toEqual(log);
  });
});
