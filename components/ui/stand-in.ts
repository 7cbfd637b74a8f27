import { type Ref, useImperativeHandle } from 'react';

/** Stands where a trigger is expected and passes another element, which is on the page already, off as its own. */
export function StandIn({ target, ref }: { target: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => target, [target]);
  return null;
}
