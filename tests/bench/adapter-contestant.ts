import { type AdapterConfig, createAdapter } from '@/lib/adapters';
import type { MetonaResponse } from '@/lib/ir';
import { wireKey, wireRequest } from '@/tests/support/wire/drive-adapter';
import type { WireScript } from '@/tests/support/wire/script';
import type { Contestant } from './cpu-rounds';
import { playToAdapter } from './playback';
import { checkSaid, type Said } from './said';

interface ReadAnswer extends Said {
  readonly end?: MetonaResponse;
}

export interface AdapterTask {
  readonly config: Omit<AdapterConfig, 'apiKey'>;
  readonly model: string;
  readonly recording: WireScript;
  readonly said: Said;
}

function check({ end, ...read }: ReadAnswer, expected: Said): void {
  checkSaid(read, expected);
  if (end?.finishReason !== 'stop') throw new Error(`ended with ${end?.error?.message ?? end?.finishReason}`);
  if (end.usage.totalTokens === 0) throw new Error('the usage was lost');
}

/** The adapter as the product calls it, from the bytes of the provider to the events of the representation. */
export function createContestant({ config, model, recording, said }: AdapterTask): Contestant<ReadAnswer> {
  let minted = 0;
  const adapter = createAdapter(
    { ...config, apiKey: wireKey },
    { http: playToAdapter(recording), ids: () => `tc_${++minted}`, now: Date.now },
  );
  const request = wireRequest({ model, params: { thinkingEnabled: true } });
  const run = async (): Promise<ReadAnswer> => {
    const text: string[] = [];
    const reasoning: string[] = [];
    const end = await adapter.sendStream(request, (event) => {
      if (event.type === 'text_delta') text.push(event.delta);
      else if (event.type === 'reasoning_delta') reasoning.push(event.delta);
    });
    return { text, reasoning, end };
  };
  return { run, check: (read) => check(read, said) };
}
