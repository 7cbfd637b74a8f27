import { type APIRequestContext, expect } from 'playwright/test';

interface RunOrder {
  readonly session_id?: string;
  readonly provider_id?: string;
  readonly model?: string;
  readonly allowed_tools?: readonly string[];
  /** Ids of files that come along. */
  readonly files?: readonly string[];
}

/** Starts a run over the API and waits until it has ended or waits for a person. */
export async function runOf(
  api: APIRequestContext,
  input: string,
  order: RunOrder = {},
): Promise<{ id: string; session: string }> {
  const data = { input, provider_id: 'mock', model: 'mock-1', allowed_tools: ['*'], ...order };
  const made = await api.post('/api/agent/runs', { data });
  expect(made.status(), await made.text()).toBe(201);
  const { id, session_id } = await made.json();
  const status = async () => (await (await api.get(`/api/agent/runs/${id}`)).json()).status;
  await expect
    .poll(status, { timeout: 20_000, intervals: [50, 100, 100, 200] })
    .toMatch(/completed|waiting_permission/);
  return { id, session: session_id };
}

export const toolLine = (name: string, args: object): string => `/tool ${name} ${JSON.stringify(args)}`;
