/** The first character of each initial in the order of pinyin; the collation of Chinese does the rest. */
const initials = [
  ['阿', 'a'],
  ['八', 'b'],
  ['嚓', 'c'],
  ['哒', 'd'],
  ['妸', 'e'],
  ['发', 'f'],
  ['旮', 'g'],
  ['哈', 'h'],
  ['讥', 'j'],
  ['咔', 'k'],
  ['垃', 'l'],
  ['妈', 'm'],
  ['拏', 'n'],
  ['噢', 'o'],
  ['妑', 'p'],
  ['七', 'q'],
  ['呥', 'r'],
  ['仨', 's'],
  ['他', 't'],
  ['屲', 'w'],
  ['夕', 'x'],
  ['丫', 'y'],
  ['帀', 'z'],
] as const;

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
const hanOnly = /\p{Script=Han}/u;
const known = new Map<string, string>();

function initialOf(character: string): string {
  if (!hanOnly.test(character)) return character;
  const before = known.get(character);
  if (before !== undefined) return before;
  const initial = initials.findLast(([first]) => collator.compare(first, character) <= 0)?.[1] ?? character;
  known.set(character, initial);
  return initial;
}

/** The pinyin initials of what is Chinese in a text, the rest as it is: `打开 Notes` becomes `dk notes`. */
export function pinyinInitials(text: string): string {
  return hanOnly.test(text) ? [...text.toLowerCase()].map(initialOf).join('') : '';
}

const isWordStart = (text: string, at: number): boolean => at === 0 || /[\s/·:：,，.-]/.test(text[at - 1] ?? '');

function scoreOfRun(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at === -1) return 0;
  if (at === 0) return 100;
  const later = text.split(/[\s/·:：,，.-]+/).some((part) => part.startsWith(word));
  if (later) return 80;
  return hanOnly.test(word) ? 60 : 30;
}

/** Characters in order but apart: worth something only when they begin words. */
function scoreOfScatter(text: string, word: string): number {
  let at = -1;
  let starts = 0;
  for (const character of word) {
    at = text.indexOf(character, at + 1);
    if (at === -1) return 0;
    if (isWordStart(text, at)) starts += 1;
  }
  const isHan = hanOnly.test(word);
  if (!isHan && !isWordStart(text, text.indexOf(word[0] ?? ''))) return 0;
  return 10 + (40 * starts) / word.length + (isHan ? 10 : 0);
}

function scoreOfWord(texts: readonly string[], word: string): number {
  let best = 0;
  for (const [index, text] of texts.entries()) {
    const score = scoreOfRun(text, word) || scoreOfScatter(text, word);
    best = Math.max(best, index === 0 ? score : score * 0.8);
  }
  return best;
}

/** How well a query fits: 0 for not at all. The first text is what is shown, the others are further words for it. */
export function matchScore(query: string, texts: readonly string[]): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const all = texts.flatMap((text) => [text.toLowerCase(), pinyinInitials(text)]).filter((text) => text !== '');
  let sum = 0;
  for (const word of words) {
    const score = scoreOfWord(all, word);
    if (score === 0) return 0;
    sum += score;
  }
  return sum / words.length;
}
