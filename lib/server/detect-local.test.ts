import { describe, expect, it } from 'vitest';
import type { ProviderDescriptor } from '@/lib/adapters';
import { createLocalDetection } from './detect-local';

const descriptor: ProviderDescriptor = {
  id: 'ollama',
  displayName: 'Ollama',
  needsKey: false,
  kind: 'local',
  defaultBaseUrl: 'http://localhost:11434',
  defaultModel: null,
  catalogue: [],
};

function world(
  privateOrigins: string[],
  probe: () => Promise<boolean>,
  firstModel: () => Promise<string | null> = async () => 'qwen3:8b',
) {
  const state = { asked: 0, at: 0 };
  const detect = createLocalDetection({
    privateOrigins,
    probe: () => {
      state.asked += 1;
      return probe();
    },
    firstModel,
    now: () => state.at,
  });
  return { state, detect: () => detect(descriptor) };
}

describe('createLocalDetection', () => {
  it('asks nobody whom the operator does not allow', async () => {
    const { state, detect } = world([], async () => true);
    expect(await detect()).toBeNull();
    expect(state.asked).toBe(0);
  });

  it('remembers an answer for half a minute', async () => {
    const { state, detect } = world(['http://localhost:11434'], async () => true);
    const found = { model: 'qwen3:8b' };
    expect([await detect(), await detect(), state.asked]).toEqual([found, found, 1]);
    state.at += 30_001;
    expect([await detect(), state.asked]).toEqual([found, 2]);
  });

  it('asks again soon for a server that was not there', async () => {
    const { state, detect } = world(['http://localhost:11434'], async () => state.asked > 1);
    expect(await detect()).toBeNull();
    state.at += 4_000;
    expect([await detect(), state.asked]).toEqual([null, 1]);
    state.at += 1_001;
    expect(await detect()).toEqual({ model: 'qwen3:8b' });
  });

  it('takes a failure and a silence for no', async () => {
    const refused = world(['http://localhost:11434'], async () => Promise.reject(new Error('refused')));
    expect(await refused.detect()).toBeNull();
    const started = performance.now();
    expect(await world(['http://localhost:11434'], () => new Promise(() => undefined)).detect()).toBeNull();
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('finds a server without a model, or whose list is not to be had', async () => {
    const there = async () => true;
    expect(await world(['http://localhost:11434'], there, async () => null).detect()).toEqual({ model: null });
    const broken = world(['http://localhost:11434'], there, async () => Promise.reject(new Error('no list')));
    expect(await broken.detect()).toEqual({ model: null });
  });
});
