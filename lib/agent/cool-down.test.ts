import { describe, expect, it } from 'vitest';
import type { MetonaError } from '@/lib/ir';
import { CoolDown } from './cool-down';

const overloaded: MetonaError = { code: 'model_overloaded', message: '', retryable: true };

function rig() {
  const time = { now: 1_000_000 };
  const coolDown = new CoolDown(() => time.now);
  const fail = (after: number) => {
    time.now += after;
    coolDown.record('ann', 'main', overloaded);
  };
  const rests = (user = 'ann', provider = 'main') => coolDown.restingBecause(user, provider)?.code ?? null;
  return { time, coolDown, fail, rests };
}

describe('CoolDown', () => {
  it('rests a provider for 30 s after three failures within 60 s', () => {
    const { time, fail, rests } = rig();
    fail(0);
    fail(29_000);
    expect(rests()).toBeNull();
    fail(30_000);
    expect(rests()).toBe('model_overloaded');
    time.now += 29_999;
    expect(rests()).toBe('model_overloaded');
    time.now += 1;
    expect(rests()).toBeNull();
  });

  it('does not count what is a minute old', () => {
    const { fail, rests } = rig();
    fail(0);
    fail(30_000);
    fail(30_000);
    expect(rests()).toBeNull();
    fail(1);
    expect(rests()).toBe('model_overloaded');
  });

  it('keeps users and providers apart', () => {
    const { fail, rests } = rig();
    for (const after of [0, 1, 1]) fail(after);
    expect([rests(), rests('bob'), rests('ann', 'other')]).toEqual(['model_overloaded', null, null]);
  });

  it('names the newest failure', () => {
    const { coolDown, fail, rests } = rig();
    for (const after of [0, 1, 1]) fail(after);
    coolDown.record('ann', 'main', { ...overloaded, code: 'network_error' });
    expect(rests()).toBe('network_error');
  });
});
