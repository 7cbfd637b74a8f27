// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import type { MetonaRender, MetonaToolResult } from '@/lib/ir';
import { find, mount, settle } from '../../ui/mount-for-test';
import { ToolResultCard } from './tool-result-card';

const pixel = 'data:image/png;base64,iVBORw0KGgo=';

async function show(render: MetonaRender, result: unknown) {
  const whole: MetonaToolResult = {
    toolCallId: 'c',
    toolName: 'plugin.mine.look',
    result,
    success: true,
    render,
    durationMs: 1,
    timestamp: 0,
  };
  await mount(<ToolResultCard result={whole} />);
  await import('./hinted-cards');
  await settle(() => undefined);
}

const texts = (selector: string) => [...document.querySelectorAll(selector)].map((found) => found.textContent);

afterEach(() => document.body.replaceChildren());

describe('a result with a hint how to show it', () => {
  it('is text without its wrapping', async () => {
    await show('text', { path: 'a.txt', content: 'line one\nline two' });
    expect(find('[data-testid=text-card]').textContent).toContain('line one\nline two');
    expect(document.body.textContent).not.toContain('"content"');
  });

  it.each([
    ['a list of objects', [{ city: '北京', people: 21 }, { city: 'Köln' }]],
    ['columns and rows', { columns: ['city', 'people'], rows: [['北京', 21], ['Köln']] }],
    ['an object that holds a list', { items: [{ city: '北京', people: 21 }, { city: 'Köln' }], total: 2 }],
  ])('is a table for %s', async (_, value) => {
    await show('table', value);
    expect(texts('th')).toEqual(['city', 'people']);
    expect(texts('td')).toEqual(['北京', '21', 'Köln', 'empty']);
  });

  it('is an image only when it travels inside the result and can hold no script', async () => {
    await show('image', {
      text: 'a dot',
      images: [pixel, 'https://evil.example/x.png', 'data:image/svg+xml,<svg/>', 7],
    });
    expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([pixel]);
    expect(document.body.textContent).toContain('a dot');
  });

  it('is a change for two versions and for a unified diff', async () => {
    await show('diff', { path: 'a.txt', before: 'one\n', after: 'two\n' });
    expect(texts('[data-kind=removed] bdi')).toEqual(['one']);
    document.body.replaceChildren();
    await show('diff', '--- a\n+++ b\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n');
    expect(texts('[data-kind=added] bdi')).toEqual(['new']);
    expect(texts('[data-kind=removed] bdi')).toEqual(['old']);
    expect(texts('[data-kind=same] bdi')).toEqual(['--- a', '+++ b', '@@ -1,2 +1,2 @@', 'same']);
  });

  it.each(['text', 'table', 'image', 'diff', 'json'] as const)('is JSON when it does not fit %s', async (render) => {
    await show(render, { odd: [1, { deep: true }], other: [[]] });
    expect(document.body.textContent).toContain('"deep": true');
    expect(document.querySelectorAll('table,img,[data-kind]')).toHaveLength(0);
  });
});
