import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogle } from '@ai-sdk/google';
import { createGroq } from '@ai-sdk/groq';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { createXai } from '@ai-sdk/xai';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import { wireKey } from '@/tests/support/wire/drive-adapter';
import type { WireScript } from '@/tests/support/wire/script';
import type { Contestant } from './cpu-rounds';
import { playToPackage } from './playback';
import { checkSaid, type Said } from './said';

interface Connection {
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

/** The packages of the AI SDK, each in the protocol that the adapter beside it speaks. */
const packages = {
  '@ai-sdk/anthropic': (connection, model) => createAnthropic(connection).languageModel(model),
  '@ai-sdk/deepseek': (connection, model) => createDeepSeek(connection).languageModel(model),
  '@ai-sdk/google': (connection, model) => createGoogle(connection).languageModel(model),
  '@ai-sdk/groq': (connection, model) => createGroq(connection).languageModel(model),
  '@ai-sdk/mistral': (connection, model) => createMistral(connection).languageModel(model),
  '@ai-sdk/openai': (connection, model) => createOpenAI(connection).chat(model),
  '@ai-sdk/xai': (connection, model) => createXai(connection).languageModel(model),
  '@openrouter/ai-sdk-provider': (connection, model) => createOpenRouter(connection).languageModel(model),
} satisfies Record<string, (connection: Connection, model: string) => LanguageModelV4>;

export interface PeerPackage {
  readonly name: keyof typeof packages;
  readonly model: string;
}

const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }];

async function readStream(model: LanguageModelV4): Promise<Said> {
  const said = { reasoning: [] as string[], text: [] as string[] };
  const { stream } = await model.doStream({ prompt });
  for await (const part of stream) {
    if (part.type === 'text-delta') said.text.push(part.delta);
    else if (part.type === 'reasoning-delta') said.reasoning.push(part.delta);
  }
  return said;
}

/** The package's own `doStream`, read to its end. */
export function createPeer({ name, model }: PeerPackage, recording: WireScript, expected: Said): Contestant<Said> {
  const opened = packages[name]({ apiKey: wireKey, fetch: playToPackage(recording) }, model);
  return { run: () => readStream(opened), check: (said) => checkSaid(said, expected) };
}
