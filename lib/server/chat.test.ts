import { describe, expect, it } from 'vitest';
import { type IMetonaProviderAdapter, MetonaFailure, type MetonaStreamEvent } from '@/lib/ir';
import { createChat } from './chat';
import { openStreams } from './http/stream-slots';
import { chatBody } from './run-schemas';

type Send = IMetonaProviderAdapter['sendStream'];

const body = chatBody.parse({ provider_id: 'p', model: 'm', messages: [{ role: 'user', content: 'hello' }] });
const error = { code: 'model_overloaded', message: 'busy', retryable: true } as const;

function setUp(sendStream: Send) {
  const adapter = { sendStream } as IMetonaProviderAdapter;
  const chat = createChat({
    adapters: { open: async () => adapter },
    clock: { now: () => 7, sleep: async () => {} },
    ids: (prefix) => `${prefix}_1`,
    maxStreams: 2,
  });
  const leave = new AbortController();
  const request = new Request('http://localhost/api/chat', { method: 'POST', signal: leave.signal });
  return { leave, response: chat.stream('user_chat', body, request) };
}

const event = (of: Record<string, unknown>): MetonaStreamEvent =>
  ({ requestId: 'r_1', sessionId: 's_1', iteration: 1, seq: 99, timestamp: 7, ...of }) as MetonaStreamEvent;

async function eventsOf(response: Response) {
  const text = await response.text();
  return [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, json]) => ({ id, ...JSON.parse(json ?? '') }));
}

const unused = null as never;

const tell: Send = async (_request, onEvent) => {
  onEvent(event({ type: 'error', error }));
  return unused;
};

describe('POST /api/chat', () => {
  it('streams one model call from seq 0, whatever the adapter numbers', async () => {
    let asked: unknown;
    const { response } = setUp(async (request, onEvent) => {
      asked = request;
      onEvent(event({ type: 'text_delta', delta: 'hi' }));
      await new Promise((resolve) => setImmediate(resolve));
      onEvent(event({ type: 'done', finishReason: 'stop' }));
      return unused;
    });
    const events = await eventsOf(await response);
    expect(events.map(({ id, seq, type }) => [id, seq, type])).toEqual([
      ['0', 0, 'text_delta'],
      ['1', 1, 'done'],
    ]);
    expect(asked).toMatchObject({
      model: 'm',
      messages: [{ role: 'user', content: 'hello' }],
      params: { stream: true },
    });
    expect(asked).not.toHaveProperty('tools');
    expect(openStreams('user_chat')).toBe(0);
  });

  it.each<[string, Send, string]>([
    ['is told', tell, 'model_overloaded'],
    ['is thrown', async () => Promise.reject(new MetonaFailure(error)), 'model_overloaded'],
    ['is a bug', async () => Promise.reject(new Error('inner detail')), 'server_error'],
    ['is silence', async () => unused, 'server_error'],
    [
      'is told and thrown',
      async (_request, onEvent) => {
        onEvent(event({ type: 'error', error }));
        throw new MetonaFailure(error);
      },
      'model_overloaded',
    ],
  ])('ends in one error event when a failure %s', async (_how, send, code) => {
    const events = await eventsOf(await setUp(send).response);
    expect(events.map(({ type, error: said }) => [type, said.code])).toEqual([['error', code]]);
    expect(JSON.stringify(events)).not.toContain('inner detail');
  });

  it('closes the provider’s socket with the connection, also when the adapter does not hear', async () => {
    for (const isDeaf of [false, true]) {
      let heard: AbortSignal | undefined;
      const { response, leave } = setUp((_request, onEvent, options) => {
        heard = options?.signal;
        onEvent(event({ type: 'text_delta', delta: 'hi' }));
        return new Promise((_resolve, reject) => {
          if (!isDeaf) heard?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      });
      const reader = (await response).body?.getReader();
      await reader?.read();
      leave.abort();
      await expect.poll(() => heard?.aborted).toBe(true);
      await expect.poll(() => openStreams('user_chat')).toBe(0);
    }
  });
});
