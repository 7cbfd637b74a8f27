import 'server-only';
import { topicsOf } from './memory-relevance';

/** Shorter texts are their own short form. */
const longChars = 280;
const shortChars = 240;

const segmenter = new Intl.Segmenter('zh', { granularity: 'sentence' });

interface Sentence {
  readonly at: number;
  readonly text: string;
  readonly score: number;
}

function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/** A sentence counts for what it has in common with the others; the first one usually says what it is about. */
function scored(text: string): Sentence[] {
  const parts = [...segmenter.segment(text)].map(({ segment }) => segment.trim());
  const texts = [...new Set(parts)].filter((part) => part !== '');
  const topics = texts.map((part) => new Set(topicsOf(part)));
  const spread = new Map<string, number>();
  for (const found of topics) for (const topic of found) spread.set(topic, (spread.get(topic) ?? 0) + 1);
  return texts.map((part, at) => {
    const found = [...(topics[at] ?? [])];
    const sum = found.reduce((total, topic) => total + (spread.get(topic) ?? 0), 0);
    return { at, text: part, score: at === 0 ? Number.POSITIVE_INFINITY : sum / (found.length || 1) };
  });
}

/**
 * The sentences that say most of a long text, in their order and in their own words; null when it is short anyway. The
 * same text always gives the same.
 */
export function shortFormOf(content: string): string | null {
  const flat = content.replace(/\s+/g, ' ').trim();
  if (flat.length <= longChars) return null;
  const sentences = scored(flat).toSorted((left, right) =>
    left.score === right.score ? left.at - right.at : right.score - left.score,
  );
  const chosen: Sentence[] = [];
  let room = shortChars;
  for (const sentence of sentences) {
    if (sentence.text.length + 3 > room) continue;
    chosen.push(sentence);
    room -= sentence.text.length + 3;
  }
  const [best] = sentences;
  if (chosen.length === 0 || best === undefined) return cut(best?.text ?? flat, shortChars);
  const ordered = chosen.toSorted((left, right) => left.at - right.at);
  return ordered
    .map(({ at, text }, index) => (index > 0 && ordered[index - 1]?.at !== at - 1 ? `… ${text}` : text))
    .join(' ');
}
