import { describe, expect, it } from 'vitest';
import { type Attention, attentionIcon } from './tab-icon';

const states: readonly Attention[] = ['running', 'waiting', 'failed', 'done'];

describe('the icon of the tab', () => {
  it('is the plain one while nothing is going on', () => {
    expect(attentionIcon('none')).toBeNull();
  });

  it('has a shape of its own for each state, and none that moves', () => {
    const icons = states.map((state) => decodeURIComponent(attentionIcon(state) ?? ''));
    const shapes = icons.map((icon) => icon.replace(/#[0-9a-f]{3,6}/g, ''));
    expect(new Set(shapes).size).toBe(states.length);
    for (const icon of icons) expect(icon).not.toMatch(/<animate|<style|transition/);
  });
});
