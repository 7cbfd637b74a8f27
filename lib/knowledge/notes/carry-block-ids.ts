import type { NoteBlock } from '@/lib/ir';
import type { ParsedBlock } from './parse-blocks';

/** How many removed blocks a changed one is compared with. */
const window = 8;
/** The share of a text that must stay for a block to be the same one. */
const sameEnough = 0.4;
const comparedChars = 2000;

const keyOf = (block: ParsedBlock) => `${block.kind}\n${block.text}`;

/** The share of two texts that their common beginning and their common end make up. */
function likenessOf(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length, comparedChars);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const longest = Math.min(Math.max(left.length, right.length), comparedChars);
  return longest === 0 ? 1 : Math.min(1, (start + end) / longest);
}

/** How many blocks at the beginning and at the end are the same in both. */
function commonEnds(parsed: readonly ParsedBlock[], before: readonly NoteBlock[]) {
  const shorter = Math.min(parsed.length, before.length);
  const isSame = (left: ParsedBlock | undefined, right: ParsedBlock | undefined) =>
    left !== undefined && right !== undefined && left.kind === right.kind && left.text === right.text;
  let start = 0;
  while (start < shorter && isSame(parsed[start], before[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(parsed.at(-1 - end), before.at(-1 - end))) end += 1;
  return { start, end };
}

/**
 * Which old block says the same as each new one: those at both ends by their place, so that one of many equal ones is not
 * taken for its neighbour; between them, a block takes the first that is left.
 */
function pairEqual(parsed: readonly ParsedBlock[], before: readonly NoteBlock[]): (number | undefined)[] {
  const { start, end } = commonEnds(parsed, before);
  const places = new Map<string, number[]>();
  for (let place = before.length - end - 1; place >= start; place -= 1) {
    const block = before[place];
    if (block === undefined) continue;
    const known = places.get(keyOf(block));
    if (known === undefined) places.set(keyOf(block), [place]);
    else known.push(place);
  }
  return parsed.map((block, index) => {
    if (index < start) return index;
    if (index >= parsed.length - end) return before.length - parsed.length + index;
    return places.get(keyOf(block))?.pop();
  });
}

interface Gap {
  readonly fresh: number[];
  readonly gone: number[];
}

/** Stretches of new blocks with the old ones that were in the same place, between two that stayed. */
function gapsOf(pairs: readonly (number | undefined)[], count: number): Gap[] {
  const taken = new Set(pairs);
  const gaps: Gap[] = [];
  let fresh: number[] = [];
  let last = -1;
  for (const [index, old] of [...pairs, count].entries()) {
    if (old === undefined) {
      fresh.push(index);
      continue;
    }
    const gone: number[] = [];
    for (let place = last + 1; place < old; place += 1) if (!taken.has(place)) gone.push(place);
    if (fresh.length > 0 && gone.length > 0) gaps.push({ fresh, gone });
    fresh = [];
    last = Math.max(last, old);
  }
  return gaps;
}

function bestOf(block: ParsedBlock, gone: readonly number[], before: readonly NoteBlock[]): number | null {
  let best: { at: number; likeness: number } | null = null;
  for (const [at, place] of gone.slice(0, window).entries()) {
    const likeness = likenessOf(block.text, before[place]?.text ?? '');
    if (likeness >= sameEnough && likeness > (best?.likeness ?? 0)) best = { at, likeness };
  }
  return best?.at ?? null;
}

/**
 * Gives blocks their ids: what says the same as before keeps its own, wherever it stands now; what was changed in its
 * place keeps it too; the rest is new.
 */
export function carryBlockIds(
  parsed: readonly ParsedBlock[],
  before: readonly NoteBlock[],
  newId: () => string,
): NoteBlock[] {
  const pairs = pairEqual(parsed, before);
  for (const { fresh, gone } of gapsOf(pairs, before.length)) {
    const isReplaced = fresh.length === 1 && gone.length === 1;
    for (const index of fresh) {
      const block = parsed[index];
      if (block === undefined) continue;
      const at = isReplaced ? 0 : bestOf(block, gone, before);
      if (at === null) continue;
      pairs[index] = gone[at];
      gone.splice(0, at + 1);
    }
  }
  return parsed.map((block, index) => ({ id: before[pairs[index] ?? -1]?.id ?? newId(), ...block }));
}
