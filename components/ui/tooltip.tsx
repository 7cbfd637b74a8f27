'use client';

import { type ReactElement, useId } from 'react';
import { Hint } from './hint';
import type { Side } from './place-beside';
import { useHint } from './use-hint';
import { withHandlers } from './with-handlers';

interface TooltipProps {
  readonly text: string;
  readonly side?: Side | undefined;
  readonly children: ReactElement;
}

/** A short hint on hover and focus; never the only place of an information. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  const { anchor, ofAnchor, ofHint } = useHint();
  return (
    <>
      {withHandlers(children, { ...ofAnchor, ...(anchor !== null && { 'aria-describedby': id }) })}
      {anchor !== null && <Hint {...{ id, text, side, anchor, ...ofHint }} />}
    </>
  );
}
