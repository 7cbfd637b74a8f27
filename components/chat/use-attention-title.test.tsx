// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { mount, settle } from '../ui/mount-for-test';
import { attentionIcon } from './tab-icon';
import { useAttentionTitle } from './use-attention-title';
import { useTabIcon } from './use-tab-icon';

function Tab() {
  useAttentionTitle(null, 'Groceries');
  return null;
}

function Icon() {
  useTabIcon('running');
  return null;
}

const hrefs = () => [...document.querySelectorAll('link[rel="icon"]')].map((link) => link.getAttribute('href'));

function addIcon(href: string) {
  const link = document.createElement('link');
  link.rel = 'icon';
  link.setAttribute('href', href);
  document.head.append(link);
}

describe('the icon of the tab', () => {
  it('tells a state also when the icon of the page arrives late, and gives way to it again', async () => {
    addIcon('/icon.svg');
    const running = attentionIcon('running');
    const { unmount } = await mount(<Icon />);
    await vi.waitFor(() => expect(hrefs()).toEqual([running]));
    await settle(() => addIcon('/late.svg'));
    expect(hrefs()).toEqual([running, running]);
    await unmount();
    expect(hrefs()).toEqual(['/icon.svg', '/late.svg']);
  });
});

describe('the title of the tab', () => {
  it('stays when the title of the page arrives late', async () => {
    await mount(<Tab />);
    expect(document.title).toBe('Groceries · Metona');
    await settle(() => {
      document.title = 'Chat · Metona';
    });
    expect(document.title).toBe('Groceries · Metona');
  });
});
