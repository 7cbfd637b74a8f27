// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Unsent } from '@/lib/client/unsent';
import { attachImages } from './attach-images';

const png = (content: string) => new File([content], 'dot.png', { type: 'image/png' });

describe('pictures of a message that is being written', () => {
  it('do not replace each other when they are pasted in a hurry', async () => {
    const unsent = new Unsent();
    expect(await Promise.all(['one', 'two'].map((word) => attachImages([png(word)], unsent)))).toEqual([null, null]);
    expect([...unsent.state().images].sort()).toEqual(
      ['one', 'two'].map((word) => `data:image/png;base64,${btoa(word)}`),
    );
  });

  it('are refused together when one is of another kind or they are too much, and what is attached stays', async () => {
    const unsent = new Unsent();
    unsent.setImages(['data:image/png;base64,AA==']);
    const other = new File(['<svg/>'], 'dot.svg', { type: 'image/svg+xml' });
    expect(await attachImages([png('one'), other], unsent)).toBe('kind');
    expect(await attachImages([png('x'.repeat(8 * 1024 * 1024))], unsent)).toBe('size');
    expect(unsent.state().images).toEqual(['data:image/png;base64,AA==']);
  });
});
