import type { LucideIcon } from 'lucide-react';
import { matchScore } from './match';

export const groups = ['recent', 'chat', 'actions', 'pages', 'settings', 'models', 'chats', 'library'] as const;
export type Group = (typeof groups)[number];
export type Step = 'all' | 'model' | 'rename';

/** One line of the palette. */
export interface Entry {
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  /** What it is also found by. */
  readonly words?: readonly string[];
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly string[];
  /** Happens after the palette is closed and the focus is back. */
  readonly run?: () => void | Promise<void>;
  /** Goes on within the palette instead. */
  readonly step?: Step;
  /** Found by the server: in the list however it matches here. */
  readonly isFound?: boolean;
}

export interface EntryGroup {
  readonly group: Group;
  readonly entries: readonly Entry[];
}

const mostRecent = 5;
const mostMatches = 30;
const recentBonus = 8;

function grouped(entries: readonly Entry[], order: readonly Group[]): readonly EntryGroup[] {
  return order
    .map((group) => ({ group, entries: entries.filter((entry) => entry.group === group) }))
    .filter((one) => one.entries.length > 0);
}

/** What is offered: without words everything, the commands used last first; with words what fits, the best first. */
export function arrangeEntries(all: readonly Entry[], query: string, recent: readonly string[]): readonly EntryGroup[] {
  if (query.trim() === '') {
    const used = recent
      .flatMap((id) => all.find((entry) => entry.id === id) ?? [])
      .slice(0, mostRecent)
      .map((entry): Entry => ({ ...entry, group: 'recent' }));
    const rest = all.filter(({ id }) => !used.some((entry) => entry.id === id));
    return grouped([...used, ...rest], groups);
  }
  const matches = all
    .filter((entry) => entry.isFound !== true)
    .map((entry) => {
      const score = matchScore(query, [entry.label, ...(entry.words ?? [])]);
      return { entry, score: score === 0 ? 0 : score + (recent.includes(entry.id) ? recentBonus : 0) };
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, mostMatches)
    .map(({ entry }) => entry);
  const shown = new Set(matches.map(({ id }) => id));
  const found = all.filter((entry) => entry.isFound === true && !shown.has(entry.id));
  const together = [...matches, ...found];
  return grouped(together, [...new Set(together.map(({ group }) => group))]);
}
