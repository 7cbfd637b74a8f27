import { type APIRequestContext, expect, type Page } from 'playwright/test';

type Line = readonly [role: 'user' | 'assistant', content: string];

/** A conversation that has been there for long: `lines` follow one another. */
export async function importChat(api: APIRequestContext, title: string, lines: readonly Line[]): Promise<string> {
  const messages = lines.map(([role, content], at) => ({ role, content, timestamp: 1_700_000_000_000 + at * 60_000 }));
  const data = { format: 'metona.session', version: 1, session: { title }, messages };
  const response = await api.post('/api/sessions/import', { data });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).id;
}

interface RunWish {
  readonly model?: string;
  readonly session?: string;
  /** Until its run is like this. */
  readonly until?: string;
}

/** Has something answered without a page, as a script or another device does; the answer is the conversation. */
export async function runElsewhere(api: APIRequestContext, input: string, wish: RunWish = {}): Promise<string> {
  const { model = 'mock-1', session, until = 'completed' } = wish;
  const place = session === undefined ? {} : { session_id: session };
  const data = { input, provider_id: 'mock', model, allowed_tools: ['*'], ...place };
  const response = await api.post('/api/agent/runs', { data });
  expect(response.status(), await response.text()).toBe(201);
  const { id, session_id: made } = await response.json();
  await expect.poll(async () => (await (await api.get(`/api/agent/runs/${id}`)).json()).status).toBe(until);
  return made;
}

/** The model that the next message of this page goes to, without the way through the menu. */
export async function pickModel(page: Page, model: string): Promise<void> {
  await page.evaluate((id) => {
    localStorage.setItem('metona.model', JSON.stringify({ providerId: 'mock', model: id, effort: null }));
    window.dispatchEvent(new Event('storage'));
  }, model);
}
