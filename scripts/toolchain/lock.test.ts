import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from './lock.mjs';

describe('withLock', () => {
  let parent: string;
  let lock: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'metona-lock-'));
    lock = join(parent, '.metona-probe.lock');
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = () =>
      withLock(lock, async () => {
        inside += 1;
        most = Math.max(most, inside);
        await sleep(20);
        inside -= 1;
      });
    await Promise.all([work(), work(), work()]);
    expect(most).toBe(1);
    expect(existsSync(lock)).toBe(false);
  });

  it('is released when the work fails', async () => {
    const work = withLock(lock, () => Promise.reject(new Error('broken')));
    await expect(work).rejects.toThrow('broken');
    expect(existsSync(lock)).toBe(false);
  });

  it('takes over what a killed process left behind, but not what is alive', async () => {
    mkdirSync(lock);
    writeFileSync(join(lock, 'holder'), 'killed');
    let entered = false;
    const work = withLock(lock, async () => {
      entered = true;
    });
    await sleep(250);
    expect(entered).toBe(false);
    utimesSync(lock, new Date(0), new Date(0));
    await work;
    expect(entered).toBe(true);
  });
});
