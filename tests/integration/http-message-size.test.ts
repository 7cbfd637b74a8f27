import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { POST as createRun } from '@/app/api/agent/runs/route';
import { POST as chat } from '@/app/api/chat/route';
import { type Answer, call, type SignedUp, signUp } from '../support/api-client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installTestContainer } from '../support/test-container';

let database: TestDatabase;
let user: SignedUp;

beforeAll(async () => {
  database = await createTestDatabase(inject('testServer'));
  installTestContainer(database);
  user = await signUp();
});
afterAll(() => database.drop());

const refusal = (answer: Answer) => [answer.status, answer.body?.error?.code];

describe('a long message', () => {
  const image = { url: `data:image/png;base64,${'A'.repeat(1_400_000)}` };

  it('may have a megabyte of text; only images may use more', async () => {
    const text = 'x'.repeat(1_100_000);
    const provider = { provider_id: 'mock', model: 'mock-1' };
    const send = (json: unknown) => call(createRun, { json, headers: user.bearer });
    expect(refusal(await send({ ...provider, input: text }))).toEqual([413, 'payload_too_large']);
    const messages = [{ role: 'user', content: text }];
    const answer = await call(chat, { json: { ...provider, messages }, headers: user.bearer });
    expect(refusal(answer)).toEqual([413, 'payload_too_large']);
    expect(await database.prisma.run.count()).toBe(0);
    expect((await send({ ...provider, input: 'x'.repeat(900_000) })).status).toBe(201);
    expect((await send({ ...provider, input: 'look', images: [image] })).status).toBe(201);
  });
});
