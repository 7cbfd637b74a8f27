// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { mount, settle } from '../ui/mount-for-test';
import { useAttentionTitle } from './use-attention-title';

function Tab() {
  useAttentionTitle(null, 'Groceries');
  return null;
}

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
