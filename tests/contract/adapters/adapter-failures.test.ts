import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ending, jsonBody, typed } from '@/tests/support/wire/script';
import { openStage, type Stage } from './stage';
import { subjects } from './subjects';

const statuses = [
  [400, 'invalid_request', false],
  [401, 'auth_invalid', false],
  [402, 'quota_exceeded', false],
  [403, 'auth_invalid', false],
  [404, 'model_not_found', false],
  [408, 'network_timeout', true],
  [413, 'context_length_exceeded', false],
  [422, 'invalid_request', false],
  [429, 'rate_limited', true],
  [500, 'server_error', true],
  [502, 'network_error', true],
  [503, 'model_overloaded', true],
  [504, 'network_timeout', true],
  [529, 'model_overloaded', true],
] as const;

describe.each(subjects)('what goes wrong with the $name adapter', (subject) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(subject);
  });
  afterAll(() => stage.close());

  it.each(statuses)('%s is %s, retryable: %s', async (status, code, retryable) => {
    stage.server.enqueue(jsonBody(subject.errorBody('something is wrong'), status, { 'retry-after': '3' }));
    const { response, kinds } = await stage.ask();
    expect(response).toMatchObject({ finishReason: 'error', error: { code, retryable, retryAfterMs: 3000 } });
    expect(response.error?.message).toContain('something is wrong');
    expect(kinds).toEqual(['error']);
  });

  it('a prompt that is too long is known by its words', async () => {
    const message = 'prompt is too long: 1500 tokens > 1000 maximum context length';
    stage.server.enqueue(jsonBody(subject.errorBody(message), 400));
    expect((await stage.ask()).response.error).toMatchObject({ code: 'context_length_exceeded', retryable: false });
  });

  it('send rejects with the same failure', async () => {
    stage.server.enqueue(jsonBody(subject.errorBody('slow down'), 429, { 'retry-after-ms': '1500' }));
    await expect(stage.adapter.send(stage.request())).rejects.toMatchObject({
      name: 'MetonaFailure',
      error: { code: 'rate_limited', retryAfterMs: 1500 },
    });
  });

  it('an answer of nothing is no answer', async () => {
    stage.server.enqueue(subject.empty);
    expect((await stage.ask()).response.error).toMatchObject({ code: 'invalid_response', retryable: true });
  });

  it('a page is no answer', async () => {
    stage.server.enqueue(typed('text/html', '<html><title>Sign in</title></html>'));
    expect((await stage.ask()).response.error).toMatchObject({ code: 'invalid_response', retryable: true });
  });

  it.each(['reset', 'end'] as const)('keeps what arrived before the connection ended too early (%s)', async (end) => {
    stage.server.enqueue(ending(subject.unfinished, end));
    expect((await stage.ask()).response).toMatchObject({
      content: 'Hi',
      finishReason: 'error',
      error: { code: 'network_error', retryable: true },
    });
  });

  it('a model nobody has', async () => {
    const { response } = await stage.ask({ model: 'no-such-model' });
    expect(response.error).toMatchObject({ code: 'model_not_found', retryable: false });
  });

  it('a server that nobody runs', async () => {
    const nobody = stage.open({ baseUrl: 'http://127.0.0.1:9' });
    await expect(nobody.send(stage.request())).rejects.toMatchObject({
      error: { code: 'network_error', retryable: true },
    });
    await expect(nobody.listModels()).rejects.toMatchObject({ error: { code: 'network_error' } });
    expect(await nobody.healthCheck()).toBe(false);
  });

  it('an address that may not be reached', async () => {
    const inside = stage.open({ baseUrl: 'http://127.0.0.2:80' });
    const refused = { error: { code: 'invalid_request', retryable: false } };
    await expect(inside.send(stage.request())).rejects.toMatchObject(refused);
    await expect(inside.listModels()).rejects.toMatchObject(refused);
  });

  if (!subject.needsKey) return;

  it('a wrong key is refused and never repeated', async () => {
    const apiKey = 'sk-wire-wrong-0a1b2c3d4e5f';
    const wrong = stage.open({ apiKey });
    const failure = await wrong.send(stage.request()).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ error: { code: 'auth_invalid', retryable: false } });
    expect(JSON.stringify(failure)).not.toContain(apiKey);
    await expect(wrong.listModels()).rejects.toMatchObject({ error: { code: 'auth_invalid' } });
  });
});
