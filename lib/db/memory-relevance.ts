import 'server-only';
import type { MetonaMemoryItem } from '@/lib/ir';
import { searchTextOf } from './search-text';

/** Words that say nothing about what a sentence is about. */
const EMPTY_WORDS = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from get had has have he her here him his how i if in
  into is it its just like make may me more my no not now of on one or our out please she should so some tell than that the their them then
  there they this to up us user was we were what when where which who why will with would you your 我们 你们 他们 什么 怎么 一个 这个 那个 可以 用户 的`.split(
    /\s+/,
  ),
);

/** The words, and pairs of Chinese characters, that tell what a text is about. */
export function topicsOf(text: string): string[] {
  return searchTextOf(text)
    .split(' ')
    .filter((token) => [...token].length > 1 && !EMPTY_WORDS.has(token));
}

/** How much of the shorter text's topics the other has: 0 for nothing in common, 1 for all. */
export function relevanceOf(content: string, query: string): number {
  const wanted = topicsOf(query);
  const there = new Set(topicsOf(content));
  if (wanted.length === 0 || there.size === 0) return 0;
  const common = wanted.filter((topic) => there.has(topic)).length;
  return common / Math.min(wanted.length, there.size);
}

const dayMs = 86_400_000;

/** Days after which half of its strength is gone; a fact does not fade. */
const halfLifeDays: Readonly<Record<MetonaMemoryItem['type'], number | null>> = {
  semantic: null,
  episodic: 60,
  working: 7,
};

/** What is left of a memory that was made, or used last, at `since`: 1 for all. */
export function freshnessOf(type: MetonaMemoryItem['type'], since: number, now: number): number {
  const halfLife = halfLifeDays[type];
  return halfLife === null ? 1 : 2 ** (-Math.max(0, now - since) / (halfLife * dayMs));
}

/** What makes one of two memories that fit equally well go first: that it matters more, or that it is more recent. */
export function weightOf(item: Pick<MetonaMemoryItem, 'type' | 'importance' | 'createdAt'>, now: number): number {
  return (0.5 + item.importance) * (0.7 + 0.3 * freshnessOf(item.type, item.createdAt, now));
}
