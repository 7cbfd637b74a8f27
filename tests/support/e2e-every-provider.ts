import { test as base, expect, openSettings } from './e2e-test';
import { type Product, startProduct } from './product';
import { agnesKey, startAgnesServer } from './wire/agnes-server';
import { anthropicKey, startAnthropicServer } from './wire/anthropic-server';
import type { BridgeSubject } from './wire/bridge-wire';
import { deepSeekKey, startDeepSeekServer } from './wire/deepseek-server';
import { googleSubject } from './wire/google-server';
import { groqSubject } from './wire/groq-server';
import { mistralSubject } from './wire/mistral-server';
import { startOllamaServer } from './wire/ollama-server';
import { openAiKey, startOpenAiServer } from './wire/openai-server';
import { openRouterSubject } from './wire/openrouter-server';
import type { WireServer } from './wire/wire-server';
import { xaiSubject } from './wire/xai-server';

/** A provider as a person sets it up on the settings page, with a server on loopback that speaks as it does. */
export interface ProviderCase {
  readonly title: string;
  /** Its name on the page. */
  readonly name: string;
  readonly key: string | null;
  readonly model: string;
  /** What a person types as the address. */
  readonly address: (origin: string) => string;
  readonly start: () => Promise<WireServer>;
  /** Under "Advanced": the label and the choice. */
  readonly mode?: 'settings.providers.modeOpenai' | 'settings.providers.modeAnthropic';
  readonly isCustom?: true;
  /** The last part of the path that a message goes to. */
  readonly path: RegExp;
}

const asIs = (origin: string) => origin;
const chat = /\/chat\/completions$/;

const bridged = (name: string, { key, model, start, isModelCall }: BridgeSubject, path: RegExp): ProviderCase => {
  if (isModelCall('')) throw new Error(`${name} takes any path for a message`);
  return { title: name, name, key, model, address: asIs, start, path };
};

const agnes = { name: 'Agnes AI', key: agnesKey, model: 'agnes-3.0-flash', address: asIs, start: startAgnesServer };

export const providerCases: readonly ProviderCase[] = [
  {
    title: 'DeepSeek',
    name: 'DeepSeek',
    key: deepSeekKey,
    model: 'deepseek-flash',
    address: asIs,
    start: startDeepSeekServer,
    path: chat,
  },
  { ...agnes, title: 'Agnes AI in the OpenAI format', mode: 'settings.providers.modeOpenai', path: chat },
  {
    ...agnes,
    title: 'Agnes AI in the Anthropic format',
    mode: 'settings.providers.modeAnthropic',
    path: /\/v1\/messages$/,
  },
  {
    title: 'Anthropic',
    name: 'Anthropic',
    key: anthropicKey,
    model: 'claude-haiku-5-5',
    address: asIs,
    start: startAnthropicServer,
    path: /\/v1\/messages$/,
  },
  {
    title: 'OpenAI',
    name: 'OpenAI',
    key: openAiKey,
    model: 'gpt-5.6-sol',
    address: asIs,
    start: startOpenAiServer,
    path: chat,
  },
  bridged('Google Gemini', googleSubject, /:streamGenerateContent$/),
  bridged('Mistral', mistralSubject, chat),
  bridged('xAI', xaiSubject, /\/responses$/),
  bridged('Groq', groqSubject, chat),
  bridged('OpenRouter', openRouterSubject, chat),
  {
    title: 'Ollama',
    name: 'Ollama',
    key: null,
    model: 'qwen3:8b',
    address: asIs,
    start: startOllamaServer,
    path: /\/api\/chat$/,
  },
  {
    title: 'a server of my own',
    name: 'My gateway',
    key: openAiKey,
    model: 'gpt-4o',
    address: (origin) => `${origin}/v1`,
    start: startOpenAiServer,
    isCustom: true,
    path: chat,
  },
];

interface Fixtures {
  /** One server for each case, by its title. */
  readonly servers: ReadonlyMap<string, WireServer>;
  readonly product: Product;
}

/** The production build with the servers of all providers within its reach. */
export const test = base.extend<object, Fixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures it must make from the pattern
    async ({}, use) => {
      const started = await Promise.all(providerCases.map(async ({ title, start }) => [title, await start()] as const));
      await use(new Map(started));
      await Promise.all(started.map(([, server]) => server.close()));
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ servers }, use) => {
      const origins = [...servers.values()].map(({ origin }) => origin).join(',');
      const product = await startProduct({ env: { ...openSettings, METONA_PRIVATE_ORIGINS: origins } });
      await product.waitHealthy();
      await use(product);
      await product.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export { expect };
