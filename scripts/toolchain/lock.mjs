import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMilliseconds = 1_000;
const staleMilliseconds = 15_000;
const pollMilliseconds = 100;

/**
 * Runs `work` while no other process runs any under the same lock folder. The holder touches the folder every second;
 * one left behind by a killed process is taken over once it has not been touched for 15 seconds.
 */
export async function withLock(folder, work) {
  const token = randomUUID();
  while (!tryAcquire(folder, token)) {
    removeWhenStale(folder);
    await sleep(pollMilliseconds);
  }
  const heartbeat = setInterval(() => touch(folder), heartbeatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readToken(folder) === token) rmSync(folder, { recursive: true, force: true });
  }
}

function tryAcquire(folder, token) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'holder'), token);
  return true;
}

function removeWhenStale(folder) {
  const holder = readToken(folder);
  const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age < staleMilliseconds) return;
  // Renaming is atomic, so of several waiting processes one removes it; the holder is compared because between the look
  // and the renaming another one may have taken the lock anew.
  const aside = `${folder}-${randomUUID()}.lock`;
  try {
    renameSync(folder, aside);
    if (readToken(aside) === holder) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, folder);
  } catch {
    // Another process was faster.
  }
}

function readToken(folder) {
  try {
    return readFileSync(join(folder, 'holder'), 'utf8');
  } catch {
    return null;
  }
}

function touch(folder) {
  try {
    utimesSync(folder, new Date(), new Date());
  } catch {
    // Without its folder the lock is lost, and the work goes on: it is safe to repeat.
  }
}
