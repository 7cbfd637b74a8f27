// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelView, ProviderView } from '@/lib/client/resources';
import { useModelChoice } from '@/lib/client/use-model-choice';
import { fakeApi, find, mount, settle } from '../ui/mount-for-test';
import { ModelPicker } from './model-picker';

const provider = (id: string, more: Partial<ProviderView> = {}): ProviderView => ({
  id,
  display_name: id.toUpperCase(),
  kind: 'hosted',
  configured: true,
  detected: false,
  enabled: true,
  needs_key: true,
  base_url: null,
  key: { set: true, last4: null },
  default_model: `${id}-one`,
  health: null,
  key_url: null,
  setup_url: null,
  settings: {},
  shared: null,
  models: {},
  ...more,
});

const model = (providerId: string, id: string, supportsThinking: boolean): ModelView => ({
  id,
  providerId,
  displayName: id,
  contextWindow: 1000,
  maxOutput: 100,
  supportsStreaming: true,
  supportsThinking,
  supportsImages: false,
  supportsToolCalling: true,
  supportsStructuredOutput: true,
});

const answers = {
  'GET /api/settings': {},
  'GET /api/providers': { items: [provider('alpha'), provider('beta'), provider('gone', { enabled: false })] },
  'GET /api/providers/alpha/models': { items: [model('alpha', 'alpha-one', true), model('alpha', 'alpha-two', false)] },
  'GET /api/providers/beta/models': { items: [model('beta', 'beta-one', true)] },
};

function Picker() {
  return <ModelPicker state={useModelChoice()} />;
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=option]')];
const names = () => options().map((option) => option.querySelector('span')?.textContent);
const trigger = () => find<HTMLButtonElement>('[data-testid=model-picker]');
const effort = () => document.querySelector<HTMLElement>('button[aria-label^="Thinking"]');
/** The list is loaded when the first one is opened. */
async function open() {
  await settle(() => trigger().click());
  const isThere = async () => {
    await settle(() => undefined);
    return options().length === 3;
  };
  await vi.waitUntil(isThere, { timeout: 20_000 });
}

const search = () => find<HTMLInputElement>('input[role=combobox]');
const press = (key: string) =>
  settle(() => search().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

function type(text: string) {
  return settle(() => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(search(), text);
    search().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

let unmount: () => Promise<void>;

beforeEach(async () => {
  vi.stubGlobal('fetch', fakeApi(answers).fetch);
  Element.prototype.scrollIntoView ??= () => undefined;
  ({ unmount } = await mount(<Picker />));
  await settle(() => undefined);
});
afterEach(async () => {
  await unmount();
  document.body.replaceChildren();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the model picker', () => {
  it('lists the models of the providers that are on, by provider, with what they can do', async () => {
    await open();
    expect(names()).toEqual(['alpha-one', 'alpha-two', 'beta-one']);
    expect([...document.querySelectorAll('[role=group]')].map((group) => group.firstChild?.textContent)).toEqual([
      'ALPHA',
      'BETA',
    ]);
    expect(options().map((option) => option.textContent?.includes('Thinking'))).toEqual([true, false, true]);
    expect(options().map((option) => option.ariaSelected ?? option.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
      'false',
    ]);
  });

  it('narrows by typing and takes by Enter, and remembers it', async () => {
    await open();
    await type('beta');
    expect(names()).toEqual(['beta-one']);
    await press('Enter');
    expect(trigger().textContent).toBe('beta-one');
    expect(JSON.parse(localStorage.getItem('metona.model') ?? '')).toMatchObject({
      providerId: 'beta',
      model: 'beta-one',
    });
    expect(document.querySelector('[role=listbox]')).toBeNull();
  });

  it('walks by arrows', async () => {
    await open();
    await press('ArrowDown');
    const active = search().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(active)?.textContent).toContain('alpha-two');
    await press('Enter');
    expect(trigger().textContent).toBe('alpha-two');
  });

  it('offers an effort to models that think only, and remembers it for each', async () => {
    expect(effort()).not.toBeNull();
    const stored = { providerId: 'alpha', model: 'alpha-one', effort: 'high' };
    localStorage.setItem('metona.efforts', JSON.stringify({ 'alpha/alpha-one': 'high' }));
    await settle(() => {
      localStorage.setItem('metona.model', JSON.stringify(stored));
      globalThis.dispatchEvent(new Event('storage'));
    });
    expect(effort()?.textContent).toBe('High');
    await open();
    await settle(() => options()[1]?.click());
    expect(effort()).toBeNull();
    await open();
    await settle(() => options()[2]?.click());
    expect(effort()?.textContent).toBe('');
    await open();
    await settle(() => options()[0]?.click());
    expect(effort()?.textContent).toBe('High');
  });
});
