// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { find, mount, settle } from '../ui/mount-for-test';
import { useSettings } from './use-settings';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const key = 'llm.fallbacks';

function Probe() {
  const { settings, change } = useSettings();
  const button = (model: string) => (
    <button type="button" id={model} onClick={() => change({ [key]: [{ provider: 'mock', model }] })} />
  );
  return (
    <>
      <output>{settings?.[key]?.map(({ model }) => model).join()}</output>
      {button('first')}
      {button('second')}
    </>
  );
}

describe('settings that are changed in a hurry', () => {
  it('are stored in the order of the changes, and the last one shows all the while', async () => {
    let stored: unknown = [];
    const puts: string[] = [];
    const slow = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
      if (init?.method !== 'PUT') return Response.json({ [key]: stored });
      const change = JSON.parse(String(init.body))[key];
      puts.push(change[0].model);
      // The first one is held up on its way.
      if (puts.length === 1) await slow.promise;
      stored = change;
      return Response.json({});
    });
    await mount(<Probe />);
    await settle(() => undefined);
    await settle(() => find<HTMLButtonElement>('#first').click());
    await settle(() => find<HTMLButtonElement>('#second').click());
    expect(puts).toEqual(['first']);
    expect(find('output').textContent).toBe('second');
    await settle(slow.resolve);
    await vi.waitFor(() => expect(puts).toEqual(['first', 'second']));
    await settle(() => undefined);
    expect(stored).toEqual([{ provider: 'mock', model: 'second' }]);
    expect(find('output').textContent).toBe('second');
  });
});
