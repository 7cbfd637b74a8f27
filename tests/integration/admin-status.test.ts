import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GET as getStatus } from '@/app/api/admin/status/route';
import { GET as getHealth } from '@/app/api/health/route';
import { RunBus } from '@/lib/db/run-bus';
import { createBackups } from '@/lib/server/backups';
import { parseEnv } from '@/lib/server/env';
import { createBackupJob } from '@/lib/server/jobs/backup';
import { installTestContainer } from '@/tests/support/test-container';
import { call, signUp } from '../support/api-client';
import { as, openWorld, type World } from './resource-world';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let world: World;
let dataDir: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'metona-status-'));
  world = await openWorld({ METONA_DATA_DIR: dataDir });
});

afterEach(async () => {
  await world.database.drop();
  rmSync(dataDir, { recursive: true });
});

async function runRow(id: string, of: { userId: string; status: string; owner: string | null }): Promise<void> {
  await world.database.pool.query(
    `INSERT INTO runs (id, user_id, session_id, status, owner, input, input_message_id, tail_message_id, provider_id, model,
                       params, allowed_tools, max_steps, max_tool_calls, timeout_ms, usage)
     VALUES ($1, $2, $1, $3, $4, 'private words', 'm', 'm', 'mock', 'mock-1', '{}', '{}', 1, 1, 1, '{}')`,
    [id, of.userId, of.status, of.owner],
  );
}

describe('the status of the system', () => {
  it('is for administrators only', async () => {
    const admin = await signUp();
    const other = await signUp();
    expect((await call(getStatus)).status).toBe(401);
    expect((await as(other, getStatus)).status).toBe(403);
    expect((await as(admin, getStatus)).status).toBe(200);
  });

  it('tells the living instances from those that are gone, with their runs', async () => {
    const admin = await signUp();
    const { pool } = world.database;
    const bus = new RunBus({ pool, owner: 'i_living', log, version: '9.9.9' });
    await bus.start(() => undefined);
    await runRow('r_1', { userId: admin.id, status: 'running', owner: 'i_living' });
    await runRow('r_2', { userId: admin.id, status: 'running', owner: 'i_dead' });
    await runRow('r_3', { userId: admin.id, status: 'completed', owner: null });
    const { body } = await as(admin, getStatus);
    expect(systemInstances(body)).toEqual([
      { id: 'i_living', version: '9.9.9', running_runs: 1, seen: true },
      { id: 'i_dead', version: null, running_runs: 1, seen: false },
    ]);
    expect(Date.now() - Date.parse(body.instances[0].started_at)).toBeLessThan(60_000);
    expect(body.runs).toEqual({ running: 2, completed: 1 });
    expect(JSON.stringify(body)).not.toContain('private words');
    await bus.close();
    expect(systemInstances((await as(admin, getStatus)).body).map(({ seen }) => seen)).toEqual([false, false]);
  });

  it('knows the sizes of the database, and the backups that its job makes', async () => {
    const admin = await signUp();
    const env = parseEnv({ METONA_DATA_DIR: dataDir, METONA_BACKUP_KEEP: '2' });
    const backups = createBackups({ env, pool: world.database.pool, now: Date.now, log });
    const job = createBackupJob({ backups, hours: 1 });
    const cronOf = (hours: number) => createBackupJob({ backups, hours }).cron;
    expect([0, 1, 6, 24].map(cronOf)).toEqual([null, '7 */1 * * *', '7 */6 * * *', '7 0 * * *']);
    await job.work({}, AbortSignal.timeout(60_000));
    const { body } = await as(admin, getStatus);
    expect(body.backups.items).toMatchObject([{ kind: 'hourly', verified: true }]);
    expect(body.backups.items[0].bytes).toBeGreaterThan(500);
    expect(body.database.bytes).toBeGreaterThan(1_000_000);
    expect(body.database.schema).toMatch(/^\d{14}_/);
    const names = body.database.tables.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['users', 'run_events', 'messages']));
    expect(body.event_log.bytes).toBeGreaterThan(0);
  });

  it('situation 111: a backup that cannot be written is a line in the log, and the app goes on', async () => {
    const admin = await signUp();
    const lines: unknown[] = [];
    const env = parseEnv({ METONA_DATA_DIR: '/proc/nowhere' });
    const loud = { ...log, error: (...line: unknown[]) => void lines.push(line) };
    await createBackups({ env, pool: world.database.pool, now: Date.now, log: loud }).backUp();
    expect(lines).toMatchObject([
      [{ error: 'BackupError', reason: expect.stringContaining('/proc/nowhere') }, 'the backup failed'],
    ]);
    expect((await as(admin, getStatus)).status).toBe(200);
  });

  it('health says ok and nothing more, and 503 while the database does not answer', async () => {
    const healthy = await call(getHealth);
    expect([healthy.status, healthy.body]).toEqual([200, { status: 'ok' }]);
    installTestContainer(world.database, { parts: { isAnswering: () => Promise.resolve(false) } });
    const ill = await call(getHealth);
    expect([ill.status, ill.body.error.code, ill.headers.get('cache-control')]).toEqual([
      503,
      'unavailable',
      'no-store',
    ]);
  });
});

function systemInstances(body: { instances: Record<string, unknown>[] }) {
  return body.instances.map(({ id, version, running_runs, last_seen_at }) => ({
    ...{ id, version, running_runs },
    seen: last_seen_at !== null,
  }));
}
