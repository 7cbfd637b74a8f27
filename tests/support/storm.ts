import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Product, startProduct } from './product';
import { type ProductUser, signUpAt } from './product-user';
import { type ScriptServer, startScriptServer } from './script-server';
import { createSeededRandom, type SeededRandom } from './seeded-random';
import { countActive, countNotes, judgeRun, readLog } from './storm-judge';
import { drawStormRun, type StormUsers } from './storm-load';
import { playClient, type StormRun } from './storm-run';

const BACK_MS = 5_000;
/** All runs that a kill left must be over by then. */
const SETTLE_LIMIT_MS = 40_000;
const ROUNDS_BETWEEN_JUDGEMENTS = 5;
const victims = ['the app', 'the database', 'both'] as const;

export interface StormOutcome {
  readonly problems: string[];
  readonly kills: Record<(typeof victims)[number], number>;
  readonly boots: number[];
  readonly ended: Record<string, number>;
  runs: number;
  events: number;
}

/** How many programs want each core: others at work on the machine may not fail a storm. */
function crowding(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

interface Storm {
  product: Product;
  readonly env: Record<string, string>;
  readonly model: ScriptServer;
  readonly users: StormUsers;
  readonly random: SeededRandom;
  readonly leave: AbortController;
  readonly open: Map<StormRun, Promise<void>>;
  readonly judged: { run: StormRun; events: number }[];
  readonly outcome: StormOutcome;
}

/** Kills the app, its database or both at random moments under load, again and again, and judges what is left. */
export async function playStorm(of: { rounds: number; seed: number }): Promise<StormOutcome> {
  const storm = await openStorm(of.seed);
  try {
    for (let round = 1; round <= of.rounds && storm.outcome.problems.length < 10; round += 1) {
      await playRound(storm, round);
      if (round % ROUNDS_BETWEEN_JUDGEMENTS === 0 || round === of.rounds) await settle(storm, round);
    }
    await readAgain(storm);
  } catch (error) {
    storm.outcome.problems.push(`${error instanceof Error ? error.message : error}`);
  } finally {
    storm.leave.abort();
    await Promise.allSettled(storm.open.values());
    await storm.product.dispose();
    await storm.model.close();
  }
  return storm.outcome;
}

async function openStorm(seed: number): Promise<Storm> {
  const model = await startScriptServer();
  const env = {
    METONA_SIGNUP: 'open',
    METONA_MOCK: 'test',
    METONA_MAX_RUNS: '200',
    METONA_MAX_STREAMS: '200',
    METONA_PRIVATE_ORIGINS: model.origin,
    LOG_LEVEL: 'warn',
  };
  const product = await startProduct({ env });
  await product.waitHealthy();
  const careful = await signUpAt(product.port);
  const trusting = await signUpAt(product.port);
  const policy = { 'permissions.policy': { 'notes.write': 'allow' } };
  await expectStatus(trusting.call('/api/settings', { method: 'PUT', body: policy }), 200);
  const providers = { careful: await addProvider(careful, model), trusting: await addProvider(trusting, model) };
  return {
    product,
    env,
    model,
    users: { careful, trusting, providers },
    random: createSeededRandom(seed),
    leave: new AbortController(),
    open: new Map(),
    judged: [],
    outcome: {
      problems: [],
      kills: { 'the app': 0, 'the database': 0, both: 0 },
      boots: [],
      ended: {},
      runs: 0,
      events: 0,
    },
  };
}

export async function addProvider(user: ProductUser, model: ScriptServer): Promise<string> {
  const body = { name: 'Script', base_url: `${model.origin}/v1`, api_key: 'sk-script-0123456789' };
  return (await expectStatus(user.call('/api/providers', { body }), 201)).body.id;
}

async function expectStatus(answer: ReturnType<ProductUser['call']>, status: number) {
  const found = await answer;
  if (found.status !== status) throw new Error(`answered ${found.status}: ${JSON.stringify(found.body)}`);
  return found;
}

async function playRound(storm: Storm, round: number): Promise<void> {
  const { random, open } = storm;
  const starts = Array.from({ length: 3 + Math.floor(random.next() * 6) }, () => random.between(0, 700));
  const killAt = random.between(50, 1_300);
  const victim = random.pick(victims);
  const gap = random.between(0, 40);
  const startedAt = Date.now();
  for (const [index, at] of starts.sort((one, other) => one - other).entries()) {
    await sleep(Math.max(0, Math.min(at, killAt) - (Date.now() - startedAt)));
    const run = drawStormRun(storm.users, `r${round}n${index}`, random);
    open.set(run, playClient(run, storm.leave.signal));
  }
  await sleep(Math.max(0, killAt - (Date.now() - startedAt)));
  await killAndBoot(storm, { round, victim, gap });
}

async function killAndBoot(
  storm: Storm,
  { round, victim, gap }: { round: number; victim: (typeof victims)[number]; gap: number },
): Promise<void> {
  const { product, outcome } = storm;
  outcome.kills[victim] += 1;
  if (victim !== 'the app') product.killDatabase();
  if (victim === 'both') await sleep(gap);
  const killedAt = Date.now();
  if (victim !== 'the database') {
    for (const run of storm.open.keys()) if (!run.isOver) run.kills += 1;
    await product.stop('SIGKILL');
    storm.product = await startProduct({ port: product.port, dataDir: product.dataDir, env: storm.env });
  } else await sleep(gap);
  await storm.product.waitHealthy(60_000);
  const took = Date.now() - killedAt;
  outcome.boots.push(took);
  if (took > BACK_MS * crowding()) outcome.problems.push(`round ${round}: ${victim} killed, back after ${took} ms`);
}

/** Waits until every run is over and judges each. */
async function settle(storm: Storm, round: number): Promise<void> {
  const { open, outcome, users } = storm;
  const limit = sleep(SETTLE_LIMIT_MS * crowding(), undefined, { ref: false });
  await Promise.race([Promise.all(open.values()), limit]);
  const notes = new Map([...(await countNotes(users.careful)), ...(await countNotes(users.trusting))]);
  for (const run of open.keys()) {
    const problems = await judgeRun(run, notes);
    outcome.problems.push(
      ...problems.map((problem) => `round ${round}: ${run.kind} ${run.name} (${run.id}) ${problem}`),
    );
    outcome.runs += 1;
    outcome.events += run.seen.length;
    const end = run.seen.at(-1)?.type ?? 'nothing';
    outcome.ended[end] = (outcome.ended[end] ?? 0) + 1;
    if (problems.length === 0) storm.judged.push({ run, events: run.seen.length });
  }
  const active = (await countActive(users.careful)) + (await countActive(users.trusting));
  if (active > 0) outcome.problems.push(`round ${round}: ${active} runs are still active`);
  for (const [run, client] of open) if (run.isOver) await client;
  open.clear();
}

/** What was over is never changed again, whatever was killed later. */
async function readAgain({ judged, outcome }: Storm): Promise<void> {
  for (const { run } of judged) {
    if (JSON.stringify(await readLog(run)) === JSON.stringify(run.seen)) continue;
    outcome.problems.push(`the log of ${run.kind} ${run.name} (${run.id}) changed after its end`);
  }
}
