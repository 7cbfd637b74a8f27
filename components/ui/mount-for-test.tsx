import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { catalogues, type Locale } from '@/lib/i18n';
import { I18nProvider } from '../i18n/i18n-provider';
import { ToastProvider } from './toaster';

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Answers = Readonly<Record<string, unknown>>;

/** A `fetch` that answers from a table of `METHOD path` and remembers what was asked. */
export function fakeApi(answers: Answers): { fetch: typeof fetch; calls: ApiCall[] } {
  const calls: ApiCall[] = [];
  const fake: typeof fetch = async (input, init) => {
    const method = init?.method ?? 'GET';
    const path = String(input);
    calls.push({ method, path, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    const answer = answers[`${method} ${path}`];
    if (answer instanceof Response) return answer.clone();
    if (answer === undefined) {
      const error = { code: 'not_found', message: 'not found', retryable: false };
      return Response.json({ error }, { status: 404 });
    }
    return Response.json(answer);
  };
  return { fetch: fake, calls };
}

/** Renders into the document with everything a component may rely on. */
export async function mount(children: ReactNode, locale: Locale = 'en'): Promise<{ unmount: () => Promise<void> }> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <I18nProvider locale={locale} texts={catalogues[locale]}>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
          <ToastProvider>{children}</ToastProvider>
        </SWRConfig>
      </I18nProvider>,
    ),
  );
  return { unmount: () => act(async () => root.unmount()) };
}

/** Does something and lets everything it sets in motion come to rest. */
export function settle(action: () => void): Promise<void> {
  return act(async () => {
    action();
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

export function find<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (element === null) throw new Error(`there is no ${selector}`);
  return element;
}
