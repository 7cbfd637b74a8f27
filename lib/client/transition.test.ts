import { afterEach, describe, expect, it, vi } from 'vitest';

const at = (path: string) => vi.stubGlobal('location', new URL(path, 'https://metona.example/'));

describe('isLeaving', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('is true between setting out and arriving, and only then', async () => {
    const { isLeaving, noteTransition } = await import('./transition');
    at('/');
    expect(isLeaving()).toBe(false);
    noteTransition('/chat/s_1?message=m_1');
    expect(isLeaving()).toBe(true);
    at('/chat/s_1?message=m_1');
    expect(isLeaving()).toBe(false);
    noteTransition('https://metona.example/notes');
    expect(isLeaving()).toBe(true);
    at('/notes');
    expect(isLeaving()).toBe(false);
  });

  it('is false for another place on the same page', async () => {
    const { isLeaving, noteTransition } = await import('./transition');
    at('/chat/s_1');
    noteTransition('/chat/s_1?message=m_2#here');
    expect(isLeaving()).toBe(false);
  });
});

describe('replaceAddress', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('gives the page its address, and leaves a way that was set out on alone', async () => {
    const { isLeaving, noteTransition, replaceAddress } = await import('./transition');
    const replaceState = vi.fn((_state: unknown, _title: string, url: string) => at(new URL(url, location.href).href));
    vi.stubGlobal('history', { replaceState });
    at('/notes/new');
    noteTransition('/notes/new');
    replaceAddress('/notes/note_1');
    expect(location.pathname).toBe('/notes/note_1');
    expect(isLeaving()).toBe(false);
    noteTransition('/chat/s_1');
    replaceAddress('/notes/note_2');
    expect(replaceState).toHaveBeenCalledTimes(1);
    expect(location.pathname).toBe('/notes/note_1');
  });
});
