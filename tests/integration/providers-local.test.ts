import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as getModels } from '@/app/api/providers/[id]/models/route';
import { PUT as put } from '@/app/api/providers/[id]/route';
import { POST as test } from '@/app/api/providers/[id]/test/route';
import { GET as list } from '@/app/api/providers/route';
import { container } from '@/lib/server/container';
import { type SignedUp, signUp } from '../support/api-client';
import { startOllamaServer } from '../support/wire/ollama-server';
import type { WireServer } from '../support/wire/wire-server';
import { as, openWorld, type World } from './resource-world';

let world: World;
let anna: SignedUp;
let ollama: WireServer;

beforeAll(async () => {
  ollama = await startOllamaServer();
  world = await openWorld({ METONA_OLLAMA_URL: ollama.origin, METONA_PRIVATE_ORIGINS: '' });
  anna = await signUp('anna');
});
afterAll(async () => {
  await world.database.drop();
  await ollama.close();
});

const found = async () => (await as(anna, list)).body.items.find(({ id }: { id: string }) => id === 'ollama');

describe('a server on this machine that nobody has set up', () => {
  it('is found by itself, with a model that answers, and is asked before the offline one', async () => {
    expect(await found()).toMatchObject({ detected: true, enabled: true, default_model: 'qwen3:8b', health: null });
    expect(await container().chooseModel(anna.id, {})).toEqual({ provider: 'ollama', model: 'qwen3:8b' });
  });

  it('offers no model that only turns texts into vectors', async () => {
    const { items } = (await as(anna, getModels, { id: 'ollama' })).body;
    const names = items.map(({ id }: { id: string }) => id);
    expect(names).toContain('qwen3:8b');
    expect(names).not.toContain('nomic-embed-text:latest');
  });

  it('is set up once it has answered, with what has answered', async () => {
    expect((await as(anna, test, { id: 'ollama', method: 'POST' })).body).toMatchObject({ ok: true });
    expect(await found()).toMatchObject({ detected: false, default_model: 'qwen3:8b', health: { ok: true } });
    await as(anna, put, { id: 'ollama', method: 'PUT', json: { enabled: false } });
    expect(await container().chooseModel(anna.id, {})).toMatchObject({ provider: 'mock' });
  });

  it('does not lose its name for a model that it does not have', async () => {
    const missing = await as(anna, test, { id: 'ollama', json: { model: 'gone:1b' } });
    expect(missing.body).toMatchObject({ ok: false, hint_code: 'local_model_missing' });
    expect(await found()).toMatchObject({ health: { ok: true } });
  });
});
