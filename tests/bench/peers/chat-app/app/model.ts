import { createOpenAI } from '@ai-sdk/openai';

export const model = createOpenAI({ baseURL: `${process.env.BENCH_PROVIDER}/v1`, apiKey: 'bench-key' }).chat(
  'bench-wide',
);
