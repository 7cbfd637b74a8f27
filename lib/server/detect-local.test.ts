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

function world(privateOrigins: string[], probe: () => Promise<boolean>) {
  const state = { asked: 0, at: 0 };
  const detect = createLocalDetection({
    privateOrigins,
    probe: () => {
      state.asked += 1;
      return probe();
    },
    now: () => state.at,
  });
  return { state, detect: () => detect(descriptor) };
}

describe('createLocalDetection', () => {
  it('asks nobody whom the operator does not allow', async () => {
    const { state, detect } = world([], async () => true);
    expect(await detect()).toBe(false);
    expect(state.asked).toBe(0);
  });

  it('remembers an answer for half a minute', async () => {
    const { state, detect } = world(['http://localhost:11434'], async () => true);
    expect([await detect(), await detect(), state.asked]).toEqual([true, true, 1]);
    state.at += 30_001;
    expect([await detect(), state.asked]).toEqual([true, 2]);
  });

  it('takes a failure and a silence for no', async () => {
    expect(await world(['http://localhost:11434'], async () => Promise.reject(new Error('refused'))).detect()).toBe(
      false,
    );
    const started = performance.now();
    expect(await world(['http://localhost:11434'], () => new Promise(() => undefined)).detect()).toBe(false);
    expect(performance.now() - started).toBeLessThan(1500);
  });
});
