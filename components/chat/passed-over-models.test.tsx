// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ApiCall, fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { PassedOverModels } from './passed-over-models';

const skipped = [{ provider: 'beta', model: 'two', reason: 'no_tools' }];

async function open(code: string, spans: readonly unknown[]): Promise<ApiCall[]> {
  const api = fakeApi({ 'GET /api/agent/runs/r1/trace': { spans } });
  vi.stubGlobal('fetch', api.fetch);
  await mount(<PassedOverModels runId="r1" code={code} />);
  expect(api.calls).toEqual([]);
  const details = document.querySelector('details');
  if (details === null) return api.calls;
  await settle(() => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
  return api.calls;
}

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe('why nobody took over', () => {
  it('is asked for on demand and tells each model with its reason', async () => {
    expect(
      await open('model_overloaded', [
        { kind: 'attempt', detail: { skipped } },
        { kind: 'tool', detail: {} },
      ]),
    ).toHaveLength(1);
    expect(find('[data-testid=trace-skipped]').textContent).toBe('Passed over: beta/two (it cannot use tools)');
  });

  it('is that there was nobody else', async () => {
    await open('auth_invalid', [{ kind: 'attempt', detail: {} }]);
    expect(document.body.textContent).toContain('No other model is set up');
  });

  it('is no question after what no other model would have changed', async () => {
    expect(await open('invalid_request', [])).toEqual([]);
    expect(document.querySelector('details')).toBeNull();
  });
});
