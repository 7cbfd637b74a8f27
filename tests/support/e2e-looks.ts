import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(widths.scrollWidth, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(widths.clientWidth);
}

/** Until nothing moves that comes to an end by itself. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endsSoon = (each: Animation) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    const running = document.getAnimations().filter(endsSoon);
    await Promise.all(running.map((each) => each.finished.catch(() => undefined)));
  });
}

async function graveViolations(page: Page, withoutRules: string[]): Promise<string[]> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .disableRules(withoutRules)
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`,
  );
}

/** Nothing on this page keeps someone from reading or using it, as far as a machine can tell. */
export async function expectAccessible(page: Page, withoutRules: string[] = []): Promise<void> {
  // A colour in the middle of a transition is nobody's fault, and one may begin while the page is looked at.
  let found = await graveViolations(page, withoutRules);
  for (let again = 0; again < 2 && found.length > 0; again += 1) found = await graveViolations(page, withoutRules);
  expect(found, page.url()).toEqual([]);
}
