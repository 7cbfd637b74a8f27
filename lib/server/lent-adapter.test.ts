import { beforeEach, describe, expect, it } from 'vitest';
import {
  emptyUsage,
  type IMetonaProviderAdapter,
  MetonaFailure,
  type MetonaRequest,
  type MetonaResponse,
  type MetonaStreamEvent,
  type MetonaTokenUsage,
} from '@/lib/ir';
import { type LentUse, lendAdapter, lendEmbedder } from './lent-adapter';

const request: MetonaRequest = {
  meta: { sessionId: 's', iteration: 1, requestId: 'r', timestamp: 0, agentVersion: '1' },
  model: 'small',
  systemPrompt: { roleDefinition: 'x'.repeat(400), outputConstraints: '', safetyGuidelines: '' },
  messages: [{ role: 'user', content: 'hello', timestamp: 0 }],
  params: {},
};
const envelope = { requestId: 'r', sessionId: 's', iteration: 1, seq: 0, timestamp: 0 };
const text = (delta: string): MetonaStreamEvent => ({ ...envelope, type: 'text_delta', delta });
const response = (more: Partial<MetonaResponse> = {}): MetonaResponse => ({
  meta: { requestId: 'r', provider: 'p', model: 'small', latencyMs: 1, timestamp: 0 },
  content: '',
  usage: emptyUsage(),
  finishReason: 'stop',
  ...more,
});

let counted: MetonaTokenUsage[];
let refusal: Error | null;
let calls: number;
beforeEach(() => {
  counted = [];
  refusal = null;
  calls = 0;
});

const use: LentUse = {
  lending: {
    check: async () => {
      if (refusal) throw refusal;
    },
    record: async (_loan, usage) => void counted.push(usage),
  },
  loan: { userId: 'u', providerId: 'p', displayName: 'P' },
  pricingOf: () => null,
  isLent: (model) => model !== 'large',
  now: () => 7,
};

/** An adapter that says `said` and then ends as `end` says. */
function lent(said: readonly string[], end: () => MetonaResponse): IMetonaProviderAdapter {
  const answer = async () => {
    calls += 1;
    return end();
  };
  const info = (id: string) => ({ id }) as Awaited<ReturnType<IMetonaProviderAdapter['listModels']>>[number];
  return lendAdapter(
    {
      providerId: 'p',
      supportedModels: ['small', 'large'],
      getContextWindow: () => 10,
      healthCheck: async () => true,
      listModels: async () => [info('small'), info('large')],
      send: answer,
      sendStream: (_request, onEvent) => {
        for (const piece of said) onEvent(text(piece));
        return answer();
      },
    },
    use,
  );
}
const cut = () => {
  throw new Error('cut');
};
const stopped = () => {
  const stop = new AbortController();
  stop.abort();
  return { signal: stop.signal };
};

describe('a call on a lent key', () => {
  it('counts what the provider reports', async () => {
    const usage = { inputTokens: 3, outputTokens: 4, totalTokens: 7 };
    await lent(['hi'], () => response({ usage, content: 'hi' })).sendStream(request, () => {});
    await lent([], () => response({ usage })).send(request);
    expect(counted).toEqual([usage, usage]);
  });

  it('counts by length what was cut off before it was reported', async () => {
    await expect(lent(['y'.repeat(80)], cut).sendStream(request, () => {})).rejects.toThrow('cut');
    await lent(['y'.repeat(80)], () => response({ content: 'y'.repeat(80) })).sendStream(request, () => {});
    for (const { inputTokens, outputTokens } of counted) {
      expect(inputTokens).toBeGreaterThan(100);
      expect(outputTokens).toBe(20);
    }
    expect(counted).toHaveLength(2);
  });

  it('counts what was sent when it was stopped before an answer came', async () => {
    await lent([], () => response()).sendStream(request, () => {}, stopped());
    await expect(lent([], cut).send(request, stopped())).rejects.toThrow('cut');
    expect(counted.map(({ outputTokens }) => outputTokens)).toEqual([0, 0]);
    expect(counted.every(({ inputTokens }) => inputTokens > 100)).toBe(true);
  });

  it('costs nothing when the provider gave nothing', async () => {
    await expect(lent([], cut).send(request)).rejects.toThrow('cut');
    await lent([], () => response({ finishReason: 'error' })).sendStream(request, () => {});
    expect(counted).toEqual([]);
  });

  it('is not made once a cap is reached, and says so as an adapter says it', async () => {
    const error = { code: 'quota_exceeded', message: 'used up', retryable: false } as const;
    refusal = new MetonaFailure(error);
    const events: MetonaStreamEvent[] = [];
    const refused = await lent(['hi'], () => response()).sendStream(request, (event) => events.push(event));
    expect(events).toEqual([{ ...envelope, timestamp: 7, type: 'error', error }]);
    expect([refused.error, refused.finishReason, refused.content]).toEqual([error, 'error', '']);
    await expect(lent([], () => response()).send(request)).rejects.toMatchObject({ error });
    await expect(
      lendEmbedder(async () => {
        calls += 1;
        return [];
      }, use)({ model: 'e', texts: ['a'] }),
    ).rejects.toMatchObject({ error });
    expect([calls, counted]).toEqual([0, []]);
  });

  it('offers only what is lent', async () => {
    const adapter = lent([], () => response());
    expect(adapter.supportedModels).toEqual(['small']);
    expect((await adapter.listModels()).map(({ id }) => id)).toEqual(['small']);
  });
});
