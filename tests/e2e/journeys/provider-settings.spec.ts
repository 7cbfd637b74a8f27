import type { Locator, Page } from 'playwright/test';
import type { Translate } from '@/lib/i18n';
import { expect, type Journey, journeys, test } from '@/tests/support/e2e-journey';
import { expectAccessible, expectNoSidewaysScroll } from '@/tests/support/e2e-looks';
import { deepSeekKey } from '@/tests/support/wire/deepseek-server';
import { gatewayKey } from '@/tests/support/wire/gateway-server';

function rowOf(page: Page, t: Translate, name: string): Locator {
  const isOn = page.getByRole('switch', { name: t('settings.providers.enabled', { name }) });
  return page.getByRole('listitem').filter({ has: isOn });
}

async function unfold(page: Page, t: Translate, name: string): Promise<Locator> {
  await page.goto('/settings/providers');
  const row = rowOf(page, t, name);
  await row.getByRole('button', { expanded: false }).first().press('Enter');
  return row;
}

async function press(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name, exact: true }).click();
}

const orderOf = (page: Page) => page.getByTestId('fallback').allInnerTexts();

/** Pulls the first row below the second: by mouse, and by finger where there is a touch screen. */
async function pullDown({ page, narrow, t }: Journey, model: string): Promise<void> {
  const handle = page.getByRole('button', { name: t('settings.general.drag', { name: model }), exact: true });
  await page.getByTestId('fallback').last().scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const row = await page.getByTestId('fallback').nth(1).boundingBox();
  if (from === null || row === null) throw new Error('there is nothing to pull');
  const [x, y, to] = [from.x + from.width / 2, from.y + from.height / 2, row.y + row.height / 2 + 12];
  if (!narrow) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, to, { steps: 4 });
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (const part of [0.3, 0.7, 1]) {
    const touchPoints = [{ x, y: y + (to - y) * part }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

journeys('provider settings', () => {
  test('detail: a bad key accepted silently', async ({ journey, wire }) => {
    const { page, t } = journey;
    const row = await unfold(page, t, 'DeepSeek');
    await expect(page.getByText(t('settings.providers.keysText'))).toBeVisible();
    await row.getByLabel(t('settings.providers.baseUrl')).fill(wire.deepSeek.origin);
    await row.getByLabel(t('settings.providers.key')).fill('sk-wrong-canary-51c0ffee77aa');
    await press(row, t('common.save'));

    // Saving asked the provider: the cause, how long it took, what to do; the provider's own words are folded away.
    const alert = row.getByRole('alert');
    await expect(alert).toContainText(t('errors.auth_invalid'));
    await expect(alert).toContainText(t('settings.hints.wrong_key'));
    await expect(alert).toContainText('deepseek-flash');
    await expect(row.getByText(t('settings.providers.statusFailing'), { exact: true })).toBeVisible();
    const raw = alert.getByText('Authentication Fails');
    await expect(raw).toBeHidden();
    await alert.getByText(t('settings.providers.details')).click();
    await expect(raw).toBeVisible();
    await expect(page.getByText('canary')).toHaveCount(0);
    await expectAccessible(page);

    const key = row.getByLabel(t('settings.providers.key'));
    await key.fill(deepSeekKey);
    await row.locator('select[name=default_model]').selectOption('deepseek-v4-pro');
    await press(row, t('settings.providers.test'));
    await expect(row.getByRole('status').filter({ hasText: 'deepseek-v4-pro' })).toBeVisible();
    await expect(key).toHaveValue('');
    await expect(row.getByText(`••••${deepSeekKey.slice(-4)}`).first()).toBeVisible();
    await expect(row.getByText(t('settings.providers.statusReady'), { exact: true })).toBeVisible();

    const isOn = row.getByRole('switch');
    await isOn.click();
    await expect(row.getByText(t('settings.providers.statusOff'), { exact: true })).toBeVisible();
    await isOn.click();
    await row.getByRole('link', { name: t('settings.providers.startChat') }).click();
    await expect(page.getByTestId('model-picker')).toContainText('DeepSeek V4 Pro');
  });

  test('a server of my own: its list and what changed in it, what I know better, and who would miss it', async ({
    journey,
    wire,
  }) => {
    const { page, t, account } = journey;
    const { gateway } = wire;
    gateway.models = { 'house-small': 8_192, 'house-old': 8_192 };
    await page.goto('/settings/providers#add');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('settings.providers.addName')).fill('Office');
    await dialog.getByLabel(t('settings.providers.baseUrl')).fill(`${gateway.origin}/v1`);
    await dialog.getByLabel(t('settings.providers.key')).fill(gatewayKey);
    await press(dialog, t('settings.providers.addSubmit'));
    let row = rowOf(page, t, 'Office');
    await row.getByRole('button', { expanded: false }).first().click();
    await press(row, t('settings.providers.test'));
    await expect(row.getByRole('status').filter({ hasText: 'house-small' })).toBeVisible();
    // The list that is looked at first is what later ones are compared with.
    const looked = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /models$/.test(answer.url()),
    );
    await press(row, t('settings.models.title'));
    await expect(row.getByTestId('provider-model')).toHaveCount(2);
    await looked;

    gateway.models = { 'house-small': 32_768, 'house-new': 8_192 };
    const { items } = await (await account.api.get('/api/providers')).json();
    const id: string = items.find(({ display_name: name }: { display_name: string }) => name === 'Office').id;
    const fallbacks = { 'llm.fallbacks': [{ provider: id, model: 'house-new' }] };
    expect((await account.api.put('/api/settings', { data: fallbacks })).status()).toBe(200);
    row = await unfold(page, t, 'Office');
    await press(row, t('settings.models.title'));
    await expect(row.getByText(t('settings.models.added', { models: 'house-new' }))).toBeVisible();
    await expect(row.getByText(t('settings.models.removed', { models: 'house-old' }))).toBeVisible();
    await expectNoSidewaysScroll(page);
    await press(row, t('settings.models.accept'));
    await expect(row.getByText(t('settings.models.added', { models: 'house-new' }))).toHaveCount(0);

    const model = row.getByTestId('provider-model').filter({ hasText: 'house-small' });
    await press(model, t('settings.models.edit', { name: 'house-small' }));
    await dialog.getByLabel(t('settings.models.contextWindow')).fill('16000');
    await dialog.getByLabel(t('settings.models.images')).selectOption('yes');
    await expectAccessible(page);
    await press(dialog, t('common.save'));
    await expect(model).toContainText(t('settings.models.overridden'));
    await expect(model).toContainText(t('settings.models.images'));

    await press(row, t('settings.providers.remove'));
    await expect(page.getByTestId('used-by')).toContainText(
      t('settings.providers.usedByFallbacks', { models: 'house-new' }),
    );
    await press(dialog, t('common.remove'));
    await expect(row).toHaveCount(0);
  });

  test('detail: a dead fallback that looks selected', async ({ journey, wire }) => {
    const { page, t, account } = journey;
    const of = (provider: string, model: string) => ({ provider, model });
    const data = { api_key: deepSeekKey, base_url: wire.deepSeek.origin };
    expect((await account.api.put('/api/providers/deepseek', { data })).status()).toBe(200);
    const fallbacks = [of('deepseek', 'deepseek-flash'), of('openai', 'gpt-5.6-sol'), of('deepseek', 'deepseek-gone')];
    const settings = { 'llm.defaultProvider': 'openai', 'llm.fallbacks': fallbacks };
    expect((await account.api.put('/api/settings', { data: settings })).status()).toBe(200);

    await page.goto('/settings/general');
    const rows = page.getByTestId('fallback');
    await expect(rows.nth(1)).toHaveAttribute('data-dead', 'true');
    await expect(rows.nth(1)).toContainText(t('settings.standing.noKey'));
    await expect(rows.nth(1)).toContainText(t('settings.standing.passedOver'));
    await expect(rows.nth(0)).toContainText(t('settings.standing.untested'));
    // The same is said of the model that new chats would start with.
    await expect(page.getByText(t('settings.standing.noKey'))).toHaveCount(2);

    await page.getByRole('button', { name: t('settings.general.testFallbacks') }).click();
    await expect(rows.nth(2)).toContainText(t('errors.model_not_found'));
    await expect(rows.nth(2)).toHaveAttribute('data-dead', 'true');
    await expect(rows.nth(0)).toHaveAttribute('data-dead', 'false');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await pullDown(journey, 'deepseek-flash');
    await expect.poll(async () => (await orderOf(page))[0]).toContain('gpt-5.6-sol');
    const moved = page.getByRole('button', { name: t('settings.general.drag', { name: 'gpt-5.6-sol' }), exact: true });
    await moved.press('ArrowDown');
    await expect(page.getByText(t('settings.general.moved', { name: 'gpt-5.6-sol', place: 2 }))).toBeAttached();
    await expect(moved).toBeFocused();
    await moved.press('ArrowDown');
    await press(rows.nth(2), t('settings.general.moveUp', { name: 'gpt-5.6-sol' }));
    const saved = async () => (await (await account.api.get('/api/settings')).json())['llm.fallbacks'];
    await expect
      .poll(async () => (await saved()).map(({ model }: { model: string }) => model))
      .toEqual(['deepseek-flash', 'gpt-5.6-sol', 'deepseek-gone']);

    await rows
      .nth(1)
      .getByRole('link', { name: t('settings.standing.mend') })
      .click();
    await expect(rowOf(page, t, 'OpenAI').getByLabel(t('settings.providers.key'))).toBeVisible();
  });
});
