// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onModelMenuAsked } from '@/lib/client/model-menu';
import { catalogues, createTranslate, locales } from '@/lib/i18n';
import { type MetonaError, MetonaErrorCode, metonaErrorCodeSchema } from '@/lib/ir';
import { mount, settle } from '../ui/mount-for-test';
import { ErrorCard } from './error-card';
import { type ErrorStep, errorSteps } from './error-steps';

type Code = MetonaError['code'];
const codes = metonaErrorCodeSchema.options;
const error = (code: Code): MetonaError => ({ code, message: 'said', provider: 'deepseek', retryable: false });

const done: string[] = [];
const does = (what: string) => () => void done.push(what);
const ways = { onRetry: does('retry'), onEdit: does('edit'), onContinue: does('continue') };

/** What pressing the control of a step does. */
const effects: Readonly<Record<ErrorStep, string>> = {
  retry: 'retry',
  compress: 'retry',
  edit: 'edit',
  go_on: 'continue',
  pick_model: 'models',
  provider: '/settings/providers#deepseek',
  new_chat: '/',
  sign_in: '/login',
  reload: 'reload',
};

const controls = () => [...document.querySelectorAll<HTMLElement>('section > div a, section > div button')];

function press(control: HTMLElement | undefined): void {
  if (control instanceof HTMLAnchorElement) done.push(control.getAttribute('href') ?? '');
  else control?.click();
}

let stopHearing: () => void;

beforeEach(() => {
  done.length = 0;
  stopHearing = onModelMenuAsked(does('models'));
  vi.spyOn(location, 'reload').mockImplementation(does('reload'));
});
afterEach(() => {
  stopHearing();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe.each(locales)('an error in %s', (locale) => {
  const t = createTranslate(catalogues[locale]);

  it('has a sentence of its own for every code, which says more than that something went wrong', () => {
    const sentences = codes.map((code) => t(`errors.${code}`));
    expect(new Set(sentences).size).toBe(codes.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/[.。]$/);
      // What happened, and what to do.
      if (!sentence.includes('sign in') && !sentence.includes('登录')) expect(sentence).toMatch(/[.。，,] ?\S/u);
    }
    expect(codes).toEqual(expect.arrayContaining(Object.values(MetonaErrorCode)));
  });

  it.each(codes)('offers a control for each next step after %s, and it does the step', async (code) => {
    await mount(<ErrorCard error={error(code)} {...ways} />, locale);
    expect(document.body.textContent).toContain(t(`errors.${code}`));
    const found = controls();
    expect(found.every((control) => control.textContent !== '' && !control.textContent?.includes('.'))).toBe(true);
    for (const [at, step] of errorSteps[code].entries()) {
      done.length = 0;
      await settle(() => press(found[at]));
      expect(done).toEqual([effects[step]]);
    }
    // Trying again is always there.
    done.length = 0;
    await settle(() => press(found.at(-1)));
    const again = errorSteps[code].some((step) => step === 'retry' || step === 'compress');
    expect(again ? ['retry'] : done).toEqual(['retry']);
  });
});

describe('an error whose question is not at hand', () => {
  it.each(codes)('still has a way on after %s', async (code) => {
    await mount(<ErrorCard error={error(code)} onRetry={undefined} onEdit={undefined} onContinue={does('continue')} />);
    expect(controls().length).toBeGreaterThan(0);
    await settle(() => press(controls()[0]));
    expect(done).toHaveLength(1);
  });
});
