import { connect } from 'node:net';
import { expect, test } from 'playwright/test';
import { prepareNpmProduct } from '../support/e2e-npm-start';
import { isHealthy, type Product, startProduct } from '../support/product';

const running: Product[] = [];

async function start(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct(options);
  running.push(product);
  return product;
}

test.afterEach(async () => {
  for (const product of running.splice(0)) await product.dispose();
});

test('starts on an empty folder, stops once however often it is told, and starts again', async () => {
  const first = await start();
  await first.waitHealthy();
  await expect.poll(first.output).toContain(`Metona is ready: http://localhost:${first.port}`);
  const begun = Date.now();
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT'] as const) first.child.kill(signal);
  expect(await first.exited).toBe(0);
  expect(Date.now() - begun).toBeLessThan(10_000);
  expect(first.databasePid()).toBeNull();
  const second = await start({ dataDir: first.dataDir, port: first.port });
  await second.waitHealthy(15_000);
});

test('stops, database included, when npm is told to', async () => {
  const product = await prepareNpmProduct();
  try {
    await product.start();
    expect(product.hasDatabase()).toBe(true);
    product.terminateNpm();
    await expect.poll(() => isHealthy(`http://127.0.0.1:${product.port}`), { timeout: 10_000 }).toBe(false);
    await expect.poll(product.hasDatabase, { timeout: 10_000 }).toBe(false);
  } finally {
    await product.dispose();
  }
});

test('survives the death of the app, of the database and of both', async () => {
  const first = await start();
  await first.waitHealthy();
  const { dataDir, port } = first;
  const database = first.databasePid();
  first.killDatabase();
  await expect.poll(() => first.databasePid(), { timeout: 10_000 }).not.toBe(database);
  await first.waitHealthy(10_000);
  const adoptable = first.databasePid();
  await first.stop('SIGKILL');
  const second = await start({ dataDir, port });
  await second.waitHealthy(15_000);
  expect(second.databasePid()).toBe(adoptable);
  second.killDatabase();
  await second.stop('SIGKILL');
  await (await start({ dataDir, port })).waitHealthy(20_000);
});

test('situation 68: says in one line that the port is taken, and shares a database with a second instance', async () => {
  const first = await start();
  await first.waitHealthy();
  const samePort = await start({ dataDir: first.dataDir, port: first.port });
  expect(await samePort.exited).toBe(1);
  expect(samePort.output().trim().split('\n')).toHaveLength(1);
  expect(samePort.output()).toContain(`Port ${first.port} is already in use`);
  const beside = await start({ dataDir: first.dataDir });
  await beside.waitHealthy();
  expect(await beside.stop()).toBe(0);
  expect(await isHealthy(first.url)).toBe(true);
});

test('refuses what it cannot start with in a sentence', async () => {
  const address = await start({ env: { METONA_URL: 'nonsense' } });
  expect(await address.exited).toBe(1);
  expect(address.output()).toMatch(/^METONA_URL: must be an origin/);
  const folder = await start({ env: { METONA_DATA_DIR: '/proc/metona' } });
  expect(await folder.exited).toBe(1);
  expect(folder.output()).toContain('Metona cannot use its data directory /proc/metona');
  expect(folder.output()).not.toMatch(/^\s+at /m);
});

test('answers 503 while the database of the operator is away', async () => {
  const product = await start({ env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/metona' } });
  await expect.poll(() => status(product.url), { timeout: 15_000 }).toBe(503);
  expect(await product.stop()).toBe(0);
});

test('closes WebSocket requests', async () => {
  const product = await start();
  await product.waitHealthy();
  const socket = connect(product.port, '127.0.0.1');
  socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const received = await new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
  });
  expect(received).toBe('');
});

async function status(url: string): Promise<number> {
  return fetch(`${url}/api/health`).then(
    (response) => response.status,
    () => 0,
  );
}
