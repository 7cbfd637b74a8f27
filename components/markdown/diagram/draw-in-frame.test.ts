import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawInFrame, readDrawing } from './draw-in-frame';

/** A frame that says, through the port it is given, what the test has it say. */
function frameSaying(say: (port: MessagePort) => void): { frame: Window; targets: string[] } {
  const targets: string[] = [];
  const postMessage = (_order: unknown, target: string, [port]: MessagePort[]) => {
    targets.push(target);
    if (port !== undefined) say(port);
  };
  return { frame: { postMessage } as unknown as Window, targets };
}

function usePage(): void {
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('getComputedStyle', () => ({ colorScheme: 'dark', getPropertyValue: () => ' #123456' }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what a frame says of its diagram', () => {
  it('is two bounded lengths and two short texts, or nothing', () => {
    const said = { type: 'drawn', width: 10.2, height: 1e9, kind: 'flowchart-v2', title: 'x'.repeat(500), more: '<b>' };
    expect(readDrawing(said)).toEqual({ width: 11, height: 6000, kind: 'flowchart-v2', title: 'x'.repeat(200) });
    expect(readDrawing({ ...said, kind: '<script>', title: 5 })).toMatchObject({ kind: '', title: '' });
    for (const wrong of [
      null,
      'drawn',
      { ...said, width: '10' },
      { ...said, height: Number.NaN },
      { ...said, type: 'x' },
    ]) {
      expect(readDrawing(wrong)).toBeNull();
    }
  });

  it('is waited for, and for no longer than it may take', async () => {
    usePage();
    const drawn = { type: 'drawn', width: 5, height: 5, kind: 'pie', title: '' };
    const good = frameSaying((port) => {
      port.postMessage({ type: 'ready' });
      port.postMessage(drawn);
    });
    expect(await drawInFrame(good.frame, 'pie', new AbortController().signal)).toMatchObject({ width: 5, kind: 'pie' });
    vi.useFakeTimers();
    const silent = drawInFrame(frameSaying(() => undefined).frame, 'pie', new AbortController().signal);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await silent).toBeNull();
    const left = new AbortController();
    const waiting = drawInFrame(frameSaying(() => undefined).frame, 'pie', left.signal);
    left.abort();
    expect(await waiting).toBeNull();
  });
});
