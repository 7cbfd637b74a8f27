import { describe, expect, it } from 'vitest';
import type { MetonaRequest, MetonaToolDef } from '@/lib/ir';
import { createAdapter } from '../index';
import type { AdapterConfig, HttpRequest, ModelOverride } from '../ports';

type Body = Record<string, unknown>;

const tool = {
  name: 'math.add',
  description: 'adds',
  parameters: { type: 'object', properties: {} },
  category: 'calculation',
  riskLevel: 'safe',
  requiresPermission: false,
  timeoutMs: 1000,
} satisfies MetonaToolDef;

const image = 'data:image/png;base64,iVBORw0KGgo=';

function world(config: AdapterConfig, model: string, override: ModelOverride) {
  const bodies: Body[] = [];
  const settings = { ...config.settings, modelOverrides: { [model]: override } };
  const adapter = createAdapter(
    { ...config, settings },
    {
      http: async (url: string, request: HttpRequest) => {
        const body = JSON.parse(request.body ?? '{}') as Body;
        if (/show$/.test(url)) return answer({ capabilities: ['completion', 'tools'], model_info: {} });
        if (request.method === 'GET') return answer({ data: [{ id: model, context_length: 999_999 }], models: [] });
        bodies.push(body);
        return answer({ error: { message: 'enough' } }, 400);
      },
      ids: () => 'tc_1',
      now: () => 0,
    },
  );
  const send = async (more: Partial<MetonaRequest> = {}) => {
    const request: MetonaRequest = {
      meta: { sessionId: 's', iteration: 1, requestId: 'r', timestamp: 0, agentVersion: '1' },
      model,
      systemPrompt: { roleDefinition: '', outputConstraints: '', safetyGuidelines: '' },
      messages: [{ role: 'user', content: 'hi', timestamp: 0 }],
      params: { stream: false, thinkingEnabled: true, thinkingEffort: 'high' },
      tools: [tool],
      ...more,
    };
    await adapter.send(request).catch(() => undefined);
    return bodies.at(-1);
  };
  const see = () => send({ messages: [{ role: 'user', content: 'hi', timestamp: 0, images: [{ url: image }] }] });
  return { adapter, send, see };
}

const answer = (value: unknown, status = 200) => ({
  status,
  headers: { get: () => 'application/json' },
  body: (async function* () {
    yield new TextEncoder().encode(JSON.stringify(value));
  })(),
});

const custom: AdapterConfig = { providerId: 'custom_1', kind: 'custom', baseUrl: 'https://x.example/v1' };
const hosted = (providerId: string): AdapterConfig => ({ providerId, apiKey: 'key-0123456789' });
const subjects = [
  ['a server of the user', custom, 'llm'],
  ['deepseek', hosted('deepseek'), 'deepseek-flash'],
  ['anthropic', hosted('anthropic'), 'claude-haiku-5-5'],
  ['groq', hosted('groq'), 'openai/gpt-oss-120b'],
  ['ollama', { providerId: 'ollama' }, 'qwen3:8b'],
] as const satisfies readonly (readonly [string, AdapterConfig, string])[];

describe.each(subjects)('what the user says about a model of %s', (_, config, model) => {
  it('decides its window, whatever the list says', async () => {
    const { adapter } = world(config, model, { contextWindow: 65_536 });
    expect(adapter.getContextWindow(model)).toBe(65_536);
    await adapter.listModels();
    expect(adapter.getContextWindow(model)).toBe(65_536);
  });

  it('keeps tools from one that cannot call them', async () => {
    expect(await world(config, model, {}).send()).toHaveProperty('tools');
    expect(await world(config, model, { supportsToolCalling: false }).send()).not.toHaveProperty('tools');
  });

  it('keeps images from one that cannot see', async () => {
    expect(await world(config, model, { supportsImages: false }).see()).toBeUndefined();
    expect(JSON.stringify(await world(config, model, { supportsImages: true }).see())).toContain('iVBORw0KGgo');
  });

  it('keeps thinking from one that cannot think', async () => {
    const body = await world(config, model, { supportsThinking: false }).send();
    expect(Object.keys(body ?? {}).filter((key) => /think|reason|effort|output_config/.test(key))).toEqual([]);
  });
});

describe('overrides', () => {
  it('shows in the list of models', async () => {
    const { adapter } = world(custom, 'llm', { supportsThinking: true, maxOutput: 77 });
    expect(await adapter.listModels()).toMatchObject([
      { id: 'llm', contextWindow: 999_999, supportsThinking: true, maxOutput: 77 },
    ]);
  });

  it('tells a server of the user how much to think, once he says that its model can', async () => {
    expect(await world(custom, 'llm', {}).send()).not.toHaveProperty('reasoning_effort');
    expect(await world(custom, 'llm', { supportsThinking: true }).send()).toMatchObject({ reasoning_effort: 'high' });
  });

  it('asks a local server for the window that was named', async () => {
    const { send } = world({ providerId: 'ollama', settings: { maxLocalContext: 8_192 } }, 'm', {
      contextWindow: 65_536,
    });
    expect(await send()).toMatchObject({ options: { num_ctx: 65_536 } });
  });

  it('knows nothing about models that are named like parts of an object', () => {
    const { adapter } = world(custom, 'llm', { contextWindow: 65_536 });
    expect(adapter.getContextWindow('constructor')).toBe(32_768);
  });

  it('takes the windows of an earlier list until it reads its own', async () => {
    const settings = { listedWindows: { llm: 4_096 } };
    const { adapter } = world({ ...custom, settings }, 'other', {});
    expect(adapter.getContextWindow('llm')).toBe(4_096);
  });
});
