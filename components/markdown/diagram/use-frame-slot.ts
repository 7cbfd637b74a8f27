'use client';

import { useEffect, useState } from 'react';

/** Each frame loads a program of its own: a text with a thousand diagrams must not take the browser's memory. */
const mostFrames = 40;
let taken = 0;

export type FrameSlot = 'none' | 'taken' | 'full';

/** A place for one more frame, from when it is wanted until it is left. */
export function useFrameSlot(isWanted: boolean): FrameSlot {
  const [slot, setSlot] = useState<FrameSlot>('none');
  useEffect(() => {
    if (!isWanted) return;
    if (taken >= mostFrames) {
      setSlot('full');
      return;
    }
    taken += 1;
    setSlot('taken');
    return () => {
      taken -= 1;
      setSlot('none');
    };
  }, [isWanted]);
  return slot;
}
