import { describe, expect, it } from 'vitest';
import { placeBeside } from './place-beside';

const screen = { width: 1000, height: 800 };
const size = { width: 100, height: 20 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

describe('placeBeside', () => {
  it.each([
    ['top', { left: 470, top: 374 }],
    ['bottom', { left: 470, top: 446 }],
    ['left', { left: 394, top: 410 }],
    ['right', { left: 546, top: 410 }],
  ] as const)('stands in the middle of the %s side where there is room', (side, corner) => {
    expect(placeBeside(at(500, 400), size, { side, screen })).toEqual(corner);
  });

  it('goes to the opposite side without room', () => {
    expect(placeBeside(at(500, 10), size, { side: 'top', screen }).top).toBe(56);
    expect(placeBeside(at(500, 760), size, { side: 'bottom', screen }).top).toBe(734);
    expect(placeBeside(at(20, 400), size, { side: 'left', screen }).left).toBe(66);
  });

  it('is pushed aside at an edge and never leaves the screen', () => {
    expect(placeBeside(at(980, 400), size, { side: 'top', screen })).toEqual({ left: 892, top: 374 });
    expect(placeBeside(at(0, 400), size, { side: 'top', screen })).toEqual({ left: 8, top: 374 });
    const wide = { width: 990, height: 20 };
    expect(placeBeside(at(500, 400), wide, { side: 'left', screen }).left).toBe(8);
  });
});
