import 'server-only';
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
