import type { Page } from 'playwright/test';
import type { TraceSpan } from '@/lib/ir';
import { lastAnswer, openCard, sendMessage, toolCards } from '@/tests/support/e2e-chat';
import { expect, journeys, test } from '@/tests/support/e2e-journey';
import { jsonBody } from '@/tests/support/wire/script';

const spansOf = (page: Page) => page.getByTestId('trace-span');
const ofKind = (page: Page, kind: TraceSpan['kind']) => spansOf(page).and(page.locator(`[data-kind=${kind}]`));

const begin = Date.parse('2030-01-01T00:00:00.000Z');
const at = (seconds: number) => new Date(begin + seconds * 1000).toISOString();

/** A run of 300 steps with everything that may happen in one: retries, a fold, a wait of two hours, another model. */
function longTrace(): unknown[] {
  const span = ({ kind, id }: { kind: string; id: string }, [from, until]: [number, number], more: object) => ({
    ...{ id, kind, parent_id: null, name: kind, step: 1, status: 'done', started_at: at(from), ended_at: at(until) },
    ...more,
  });
  const attempt = {
    ...{ attempt: 1, purpose: 'chat', provider: 'alpha', model: 'one', requestId: null, error: null, request: null },
    ...{ first_token_at: null, response: null, usage: { inputTokens: 1200, outputTokens: 30, totalTokens: 1230 } },
    cost: { amount: 0.002, currency: 'USD' },
  };
  const error = { code: 'model_overloaded', message: 'busy', retryable: true };
  const [from, to] = ['one', 'two'].map((model) => ({ provider: 'alpha', model }));
  const fold = { before_tokens: 9000, after_tokens: 2000, messages_folded: 12, summary_message_id: 's' };
  const wait = { call_id: 'c', permission: 'notes.write', reason: 'policy_confirm', decision_reason: null };
  const backoff = { provider: 'alpha', model: 'one', attempt: 2, error };
  const steps = Array.from({ length: 300 }, (_, index) => {
    const [step, time] = [index + 1, 7300 + index];
    const call = { call_id: `c${step}`, args: { step }, result: { success: true, result: 'ok' }, truncated: false };
    const asked = span({ kind: 'attempt', id: `at_${step}` }, [time, time + 0.6], {
      step,
      name: 'alpha/two',
      detail: attempt,
    });
    if (step % 10 !== 0) return [asked];
    const tool = { step, name: 'math.add', status: 'succeeded', detail: call };
    return [asked, span({ kind: 'tool', id: `tc_${step}` }, [time + 0.6, time + 1], tool)];
  });
  return [
    span({ kind: 'attempt', id: 'at_a' }, [0, 1], {
      name: 'alpha/one',
      status: 'failed',
      detail: { ...attempt, error },
    }),
    span({ kind: 'backoff', id: 'at_b.backoff' }, [1, 3], { name: 'alpha/one', detail: backoff }),
    span({ kind: 'switch', id: 'sw' }, [3, 3], {
      name: 'alpha/one → alpha/two',
      detail: { from, to, because: error.code, error },
    }),
    span({ kind: 'compression', id: 'fold' }, [3, 4], {
      name: 'alpha/two',
      detail: { ...fold, usage: null, cost: null },
    }),
    span({ kind: 'wait', id: 'w' }, [4, 7204], { name: 'notes.create', status: 'allowed_once', detail: wait }),
    ...steps.flat(),
  ];
}

journeys('trace', () => {
  test('a run is inspected from its answer and from a step: what was sent, what came back, who took over', async ({
    journey,
    wire,
  }) => {
    const { page, t, account } = journey;
    const { api } = account;
    const shown = { base_url: wire.deepSeek.origin, api_key: 'sk-deepseek-0123456789abcdef' };
    await api.put('/api/providers/deepseek', { data: shown });
    await api.put('/api/settings', { data: { 'llm.fallbacks': [{ provider: 'mock', model: 'mock-1' }] } });
    await page.evaluate(() => {
      const model = { providerId: 'deepseek', model: 'deepseek-chat', effort: null };
      localStorage.setItem('metona.model', JSON.stringify(model));
    });
    await page.reload();
    wire.deepSeek.enqueue(jsonBody({ error: { message: `no such key ${shown.api_key}` } }, 401));
    await sendMessage(page, '/tool notes.create {"title":"Traced","content":"text"}');
    await openCard(page)
      .getByRole('button', { name: t('chat.permission.once') })
      .click();
    await lastAnswer(page)
      .getByRole('link', { name: t('chat.meta.trace') })
      .click();
    await expect(page.getByRole('heading', { name: t('trace.title') })).toBeVisible();

    const kinds = () => spansOf(page).evaluateAll((all) => all.map((span) => (span as HTMLElement).dataset.kind));
    await expect.poll(kinds).toEqual(['attempt', 'switch', 'attempt', 'wait', 'tool', 'attempt']);
    const [refused, answered] = [ofKind(page, 'attempt').first(), ofKind(page, 'attempt').nth(1)];
    await expect(refused).toContainText(t('errors.auth_invalid'));
    await expect(ofKind(page, 'switch')).toContainText('mock/mock-1');
    await refused.locator('summary').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(answered.locator('summary')).toBeFocused();
    await page.keyboard.press('Enter');
    await answered.getByRole('button', { name: t('trace.request.title') }).click();
    await expect(answered).toContainText(t('trace.request.system'));
    await expect(answered).toContainText('notes.create');
    await answered.getByRole('button', { name: t('trace.response.title') }).click();
    await expect(answered).toContainText(t('trace.response.call', { tool: 'notes.create' }));
    await refused.locator('summary').click();
    expect(await page.content()).not.toContain(shown.api_key);

    await page.getByRole('link', { name: t('trace.back') }).click();
    await toolCards(page).getByRole('button').first().click();
    await toolCards(page)
      .getByRole('link', { name: t('chat.tool.inTrace') })
      .click();
    const tool = ofKind(page, 'tool');
    await expect(tool).toContainText(t('trace.args'));
    await expect(tool).toContainText('Traced');
    const href = await tool.getByRole('link', { name: t('trace.link') }).getAttribute('href');
    expect(page.url()).toContain(href);
  });

  test('a run of 300 steps stays readable: long waits are cut short, entries filtered, a step has an address', async ({
    journey,
  }) => {
    const { page, t, account } = journey;
    const order = { input: 'hello', provider_id: 'mock', model: 'mock-1' };
    const { id } = await (await account.api.post('/api/agent/runs', { data: order })).json();
    await page.route('**/trace', (route) => route.fulfill({ json: { spans: longTrace() } }));
    await page.goto(`/runs/${id}#step-300`);
    const last = page.locator('#span-at_300');
    await expect(last.locator('summary')).toBeFocused();
    await expect(last).toBeInViewport();
    await expect(last).toContainText('alpha/one');
    await expect(spansOf(page)).toHaveCount(335);
    // Two hours of waiting take no more room than some of the work.
    await expect(page.getByTestId('trace-axis')).toContainText('2 ');
    const width = () =>
      ofKind(page, 'wait')
        .locator('svg rect[class*=amber]')
        .evaluate((bar) => Number(bar.getAttribute('width')));
    expect(await width()).toBeLessThan(15);

    const show = (name: 'failed' | 'waits' | 'models') =>
      page.getByRole('group', { name: t('trace.show.title') }).getByRole('button', { name: t(`trace.show.${name}`) });
    await show('failed').click();
    // Beside the one that the address names.
    await expect(spansOf(page)).toHaveCount(2);
    await show('waits').click();
    await expect(ofKind(page, 'wait')).toHaveCount(1);
    await expect(ofKind(page, 'backoff')).toContainText(t('trace.backoff'));
    await expect(ofKind(page, 'backoff')).toContainText(t('errors.model_overloaded'));
    await show('models').click();
    await expect(ofKind(page, 'compression')).toContainText(/12 .*9,?000.*2,?000/);
    await show('failed').click();
  });
});
