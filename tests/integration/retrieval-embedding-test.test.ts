import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as testEmbedding } from '@/app/api/knowledge/test/route';
import { POST as createProvider } from '@/app/api/providers/route';
import { type SignedUp, signUp } from '../support/api-client';
import { type ProviderServer, startProviderServer } from '../support/provider-server';
import { as, openWorld, type World } from './resource-world';

let world: World;
let server: ProviderServer;
let anna: SignedUp;
let ben: SignedUp;
let provider: string;

beforeAll(async () => {
  server = await startProviderServer();
  world = await openWorld({ METONA_PRIVATE_ORIGINS: server.origin });
  [anna, ben] = await Promise.all([signUp('anna'), signUp('ben')]);
  const json = { name: 'vectors', base_url: `${server.origin}/v1`, api_key: 'sk-secret-key-1' };
  provider = (await as(anna, createProvider, { json })).body.id;
});
afterAll(async () => {
  await world.database.drop();
  await server.close();
});

const test = (user: SignedUp, json: unknown) => as(user, testEmbedding, { json });

describe('an embedding model is tried', () => {
  it('with one sentence, and says how long its vector is', async () => {
    server.answer = { status: 200, body: { data: [{ index: 0, embedding: [0.1, 0.2, 0.3] }] } };
    const answer = await test(anna, { provider, model: 'embed-1' });
    expect(answer.body).toEqual({ ok: true, latency_ms: expect.any(Number), dimensions: 3 });
    const asked = JSON.parse(server.seen.at(-1)?.body ?? '');
    expect([asked.model, asked.input.length]).toEqual(['embed-1', 1]);
  });

  it.each([
    [{ status: 401, body: { error: { message: 'no' } } }, 'auth_invalid'],
    [{ status: 200, body: { data: [] } }, 'invalid_response'],
    [{ status: 200, body: 'nonsense' }, 'invalid_response'],
  ])('and its failure is the result: %j', async (bad, code) => {
    server.answer = bad;
    const answer = await test(anna, { provider, model: 'embed-1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ok: false, dimensions: 0, error: { code } });
    expect(JSON.stringify(answer.body)).not.toContain('sk-secret-key-1');
  });

  it('by its owner alone, in a body of the right form', async () => {
    expect((await test(ben, { provider, model: 'embed-1' })).status).toBe(404);
    expect((await test(anna, { provider: 'nobody', model: 'embed-1' })).status).toBe(404);
    expect((await test(anna, { provider, model: '' })).status).toBe(400);
    expect((await test(anna, { provider })).status).toBe(400);
  });
});
