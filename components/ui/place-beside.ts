export type Side = 'top' | 'right' | 'bottom' | 'left';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Box, 'width' | 'height'>;

const gap = 6;
const margin = 8;
const opposite: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

function cornerOn(side: Side, anchor: Box, { width, height }: Size): { left: number; top: number } {
  const left = anchor.left + (anchor.width - width) / 2;
  const top = anchor.top + (anchor.height - height) / 2;
  switch (side) {
    case 'top':
      return { left, top: anchor.top - height - gap };
    case 'bottom':
      return { left, top: anchor.top + anchor.height + gap };
    case 'left':
      return { left: anchor.left - width - gap, top };
    case 'right':
      return { left: anchor.left + anchor.width + gap, top };
  }
}

/** Where a small box goes beside another: on the wished side, on the opposite one without room, and never off the screen. */
export function placeBeside(anchor: Box, size: Size, of: { readonly side: Side; readonly screen: Size }) {
  const { side, screen } = of;
  const fits = ({ left, top }: { left: number; top: number }) =>
    left >= margin &&
    top >= margin &&
    left + size.width <= screen.width - margin &&
    top + size.height <= screen.height - margin;
  const isAcross = side === 'left' || side === 'right';
  const clamp = ({ left, top }: { left: number; top: number }) => ({
    left: Math.max(margin, Math.min(left, screen.width - size.width - margin)),
    top: Math.max(margin, Math.min(top, screen.height - size.height - margin)),
  });
  const sides = [side, opposite[side]].map((one) => cornerOn(one, anchor, size));
  // Along the edge it may be pushed aside; towards the anchor it may not.
  const slid = sides.map((at) => (isAcross ? { ...at, top: clamp(at).top } : { ...at, left: clamp(at).left }));
  return clamp(slid.find(fits) ?? sides[0] ?? anchor);
}
