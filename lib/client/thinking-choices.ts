import type { RunView, ThinkingPart } from './run-view';

/** By run and place: a card that is drawn anew, from the log or from what was stored, stays as its reader left it. */
const kept = new Map<string, boolean>();
const MAX_KEPT = 500;

function keyOf(view: RunView, part: ThinkingPart): string {
  const place = view.parts.filter(({ kind }) => kind === 'thinking').indexOf(part);
  return `${view.runId}:${place}`;
}

/** Whether the reader wants it open; null when nothing was chosen. */
export function readThinkingChoice(view: RunView, part: ThinkingPart): boolean | null {
  return kept.get(keyOf(view, part)) ?? null;
}

export function keepThinkingChoice(view: RunView, part: ThinkingPart, isOpen: boolean): void {
  if (view.runId === '') return;
  const key = keyOf(view, part);
  kept.delete(key);
  kept.set(key, isOpen);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}
