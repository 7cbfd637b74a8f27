import type { ContextView } from '@/lib/client/branches';

export type ContextPart = keyof ContextView['parts'] | 'free' | 'reserve';

/** Of what may be used before older turns are folded. */
const NEAR_ABOVE = 0.8;

const shown = ['system', 'tools', 'files', 'memories', 'history'] as const;

/** What fills a window, in the order it is sent; together they are the window, as long as that is large enough. */
export function contextParts(view: ContextView): readonly { readonly part: ContextPart; readonly tokens: number }[] {
  const { parts, window, used, reserve } = view;
  const left = Math.max(0, window - used);
  const kept = Math.min(reserve, left);
  return [
    ...shown.map((part) => ({ part, tokens: parts[part] })),
    { part: 'free', tokens: left - kept },
    { part: 'reserve', tokens: kept },
  ];
}

export function contextLevel({ used, fold_above: foldAbove, will_fold: willFold }: ContextView) {
  if (willFold) return 'full';
  return used > NEAR_ABOVE * foldAbove ? 'near' : 'roomy';
}
