import { describe, expect, it } from 'vitest';
import { createPace } from './run-frame';

describe('how often text is shown', () => {
  it('waits for nothing before anything was measured, nor after a quick frame', () => {
    const pace = createPace();
    expect(pace.delayMs(0)).toBe(0);
    pace.note(1000, 1001);
    expect(pace.delayMs(1001)).toBe(0);
  });

  it('leaves nine tenths of the time to everything else', () => {
    const pace = createPace();
    pace.note(1000, 1005);
    expect(pace.delayMs(1005)).toBe(45);
    expect(pace.delayMs(1050)).toBe(0);
  });

  it('never holds text back for longer than a tenth of a second', () => {
    const pace = createPace();
    pace.note(1000, 1080);
    expect(pace.delayMs(1080)).toBe(20);
    pace.note(2000, 2500);
    expect(pace.delayMs(2500)).toBe(0);
  });
});
