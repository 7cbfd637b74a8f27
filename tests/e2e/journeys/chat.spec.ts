import { ask, lastAnswer } from '@/tests/support/e2e-chat';
import { expect, journeys, openSidebar, test } from '@/tests/support/e2e-journey';

journeys('chat', () => {
  test('the first words are answered and named in the side bar', async ({ journey }) => {
    const { page, t } = journey;
    await expect(page.getByText(t('chat.welcome.mock'))).toBeVisible();
    await ask(page, 'hello');
    await expect(lastAnswer(page)).toContainText('hello');
    const sidebar = await openSidebar(journey);
    await expect(sidebar.getByTestId('session-item')).toHaveCount(1);
  });
});
