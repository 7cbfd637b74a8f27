import 'server-only';
import { topicsOf } from './memory-relevance';

/** Words whose absence changes nothing. What denies, counts or limits is not among them. */
const idleWords = new Set(
  'a an the that is are was were be to of and also it this user 的 了 是 用户 也 着'.split(' '),
);

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
const decides = /\d|^(no|not|never|without|nor|none|only|except|cannot|\w+n['’]t)$|^[不没无非未别]/u;

/** Texts that share this much of their topics are shown to the user as alike. */
const alike = 0.8;

/** A text as it is compared. */
interface Compared {
  readonly deciding: string;
  readonly topics: ReadonlySet<string>;
}

function wordsOf(text: string): string[] {
  return [...segmenter.segment(text.normalize('NFKC').toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}

/** Two texts with the same one say the same: same words in the same order, whatever stands around them. */
export function meaningOf(content: string): string {
  return wordsOf(content)
    .filter((word) => !idleWords.has(word))
    .join(' ');
}

function prepare(content: string): Compared {
  const deciding = wordsOf(content).filter((word) => decides.test(word));
  return { deciding: deciding.toSorted().join(' '), topics: new Set(topicsOf(content)) };
}

function isAlike(left: Compared, right: Compared): boolean {
  if (left.deciding !== right.deciding) return false;
  const shared = [...left.topics].filter((topic) => right.topics.has(topic)).length;
  return shared >= alike * (left.topics.size + right.topics.size - shared);
}

/** The rarest topics of a text: two that are alike have one of these in common. */
function rarestTopics({ topics }: Compared, frequency: ReadonlyMap<string, number>): string[] {
  const count = topics.size - Math.ceil(alike * topics.size) + 1;
  const rarity = (topic: string) => frequency.get(topic) ?? 0;
  return [...topics].toSorted((left, right) => rarity(left) - rarity(right) || (left < right ? -1 : 1)).slice(0, count);
}

/**
 * Pairs of places of texts that are about nearly the same and differ in no number and in no denial; the earlier place
 * comes first. A text is the second of one pair at most.
 */
export function alikePairs(contents: readonly string[]): [first: number, second: number][] {
  const texts = contents.map(prepare);
  const frequency = new Map<string, number>();
  for (const { topics } of texts) for (const topic of topics) frequency.set(topic, (frequency.get(topic) ?? 0) + 1);
  const earlier = new Map<string, number[]>();
  const pairs: [number, number][] = [];
  for (const [place, text] of texts.entries()) {
    const rarest = text.topics.size === 0 ? [] : rarestTopics(text, frequency);
    const candidates = new Set(rarest.flatMap((topic) => earlier.get(topic) ?? []));
    const first = [...candidates].find((candidate) => isAlike(texts[candidate] ?? text, text));
    if (first !== undefined) {
      pairs.push([first, place]);
      continue;
    }
    for (const topic of rarest) earlier.set(topic, [...(earlier.get(topic) ?? []), place]);
  }
  return pairs;
}
