import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanUp, drive, isRunning, killServer, serverPid, storedValues } from '@/tests/support/embedded-driver';

let dataDir: string;

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'metona-recovery-')), 'data');
});

afterEach(() => cleanUp(join(dataDir, '..')));

describe('the bundled PostgreSQL', () => {
  it('is made once, stops with its last user and starts again', async () => {
    const first = drive(dataDir);
    expect(await first.next('ready')).toMatchObject({ created: true, adopted: false });
    const pid = serverPid(dataDir) ?? 0;
    expect(isRunning(pid)).toBe(true);
    first.order({ kind: 'stop' });
    expect(await first.next('stopped')).toMatchObject({ how: 'stopped' });
    // The app does not wait for a slow machine: the server then ends by itself.
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    const second = drive(dataDir);
    expect(await second.next('ready')).toMatchObject({ created: false, adopted: false });
  });

  it('outlives a killed app and is adopted by the next one', async () => {
    const first = drive(dataDir);
    const { serverPid: pid } = await first.next('ready');
    await first.kill();
    expect(isRunning(pid ?? 0)).toBe(true);
    expect(await drive(dataDir).next('ready')).toMatchObject({ adopted: true, serverPid: pid });
  });

  it('is brought back when it is killed under a living app', async () => {
    const app = drive(dataDir);
    const { serverPid: pid } = await app.next('ready');
    killServer(dataDir);
    const back = await app.next('back');
    expect(back.serverPid).not.toBe(pid);
    app.order({ kind: 'insert', from: 1, count: 1 });
    expect(await app.next('acknowledged')).toMatchObject({ value: 1 });
  });

  it('starts again after both were killed', async () => {
    const first = drive(dataDir);
    await first.next('ready');
    killServer(dataDir);
    await first.kill();
    expect(await drive(dataDir).next('ready')).toMatchObject({ adopted: false, created: false });
  });

  it('keeps running for the process that still uses it', async () => {
    const first = drive(dataDir);
    const { serverPid: pid } = await first.next('ready');
    const second = drive(dataDir);
    expect(await second.next('ready')).toMatchObject({ adopted: true });
    first.order({ kind: 'stop' });
    expect(await first.next('stopped')).toMatchObject({ how: 'left running' });
    second.order({ kind: 'insert', from: 1, count: 1 });
    await second.next('acknowledged');
    second.order({ kind: 'stop' });
    expect(await second.next('stopped')).toMatchObject({ how: 'stopped' });
    expect(isRunning(pid ?? 0)).toBe(false);
  });

  it('situation 68: is made once by processes that start at the same moment', async () => {
    const apps = [drive(dataDir), drive(dataDir), drive(dataDir)];
    const ready = await Promise.all(apps.map((app) => app.next('ready')));
    expect(ready.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(ready.map((each) => each.host)).size).toBe(1);
    expect(new Set(apps.map(() => serverPid(dataDir))).size).toBe(1);
    for (const [index, app] of apps.entries()) app.order({ kind: 'insert', from: index * 10, count: 10 });
    for (const app of apps) for (let each = 0; each < 10; each += 1) await app.next('acknowledged');
    expect((await storedValues(ready[0]!.host)).size).toBe(30);
  });

  it('loses nothing it has acknowledged, whoever is killed when', async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const app = drive(dataDir);
      const { host } = await app.next('ready');
      const stored = await storedValues(host);
      expect(acknowledged.filter((value) => !stored.has(value))).toEqual([]);
      app.order({ kind: 'insert', from: round * 100_000, count: 50_000 });
      await new Promise((done) => setTimeout(done, 60 + 37 * round));
      if (round % 3 !== 0) killServer(dataDir);
      if (round % 3 !== 1) await app.kill();
      else await app.next('back').then(() => app.kill());
      acknowledged.push(...app.reports.flatMap((report) => (report.kind === 'acknowledged' ? [report.value] : [])));
    }
    expect(acknowledged.length).toBeGreaterThan(200);
  });
});
