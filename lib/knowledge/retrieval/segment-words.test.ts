import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryTermsOf, segmentWords } from './segment-words';
import { stemEnglish } from './stem-english';

const termsOf = (query: string) => queryTermsOf(query).map(({ term, isPrefix }) => (isPrefix ? `${term}*` : term));
/** Whether a text has everything a query looks for. */
const finds = (query: string, text: string) => {
  const words = segmentWords(text);
  return queryTermsOf(query).every(({ term, isPrefix }) =>
    isPrefix ? words.some((word) => word.startsWith(term)) : words.includes(term),
  );
};

describe('the terms of a text', () => {
  it('are words without case, width and inflection', () => {
    expect(segmentWords('Ｎｏｔｅｓ about RUNNING e-mails')).toEqual(['note', 'about', 'run', 'e', 'mail']);
  });

  it('are pairs and dictionary words of Chinese, so that what is both counts twice', () => {
    const words = segmentWords('光合作用');
    expect(words).toEqual(expect.arrayContaining(['光合', '合作', '作用', '光合作用', '用']));
    expect(segmentWords('过程').filter((word) => word === '过程')).toHaveLength(2);
  });

  it('come from every script of a mixed text', () => {
    expect(segmentWords('Docker部署在東京タワー 2026年 ภาษาไทย')).toEqual(
      expect.arrayContaining(['docker', '部署', '東京', 'タワ', '2026', 'ภาษา', 'ไทย']),
    );
  });

  it('are nothing but letters, digits and marks, and never too long, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const word of segmentWords(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}ー]+$/u);
          expect(word.length).toBeLessThanOrEqual(64);
        }
      }),
    );
    expect(segmentWords('\u19E0 \u2E80 \u{1F200}')).toEqual(['ほか', 'か', 'ほか']);
    expect(segmentWords('a'.repeat(1_000_000))).toEqual(['a'.repeat(64)]);
  });
});

describe('the terms of a query', () => {
  it('leave out what says nothing, unless there is nothing else', () => {
    expect(termsOf('What is the capital of France?')).toEqual(['capital', 'franc']);
    expect(termsOf('光合作用的过程是什么')).toEqual(['光合', '合作', '作用', '光合作用', '过程']);
    expect(termsOf('what is this')).toEqual(['what', 'is', 'this']);
    expect(termsOf('茶')).toEqual(['茶*']);
  });

  it('find a text by any of its phrases, in Chinese and English', () => {
    const sentences = [
      '他在图书馆研究生命的起源',
      '北京大学生前来应聘',
      'The committees were noting delayed shipments',
    ];
    for (const sentence of sentences) {
      fc.assert(
        fc.property(fc.nat(sentence.length - 2), fc.integer({ min: 2, max: 8 }), (from, length) => {
          const isEnglish = sentence.startsWith('The');
          const phrase = isEnglish
            ? sentence
                .split(' ')
                .slice(from % 5)
                .join(' ')
            : sentence.slice(from, from + length);
          // A dictionary word of the phrase alone may be none in its sentence; its pairs always are there.
          const pairs = queryTermsOf(phrase).filter(({ term }) => isEnglish || [...term].length < 3);
          const words = segmentWords(sentence);
          expect(
            pairs.every(({ term, isPrefix }) =>
              words.some((word) => (isPrefix ? word.startsWith(term) : word === term)),
            ),
          ).toBe(true);
        }),
      );
    }
    expect(finds('committee note delay', sentences[2]!)).toBe(true);
  });

  it('may end in a word that is still typed', () => {
    const typed = (query: string) =>
      queryTermsOf(query, { isTyped: true }).map(({ term, isPrefix }) => (isPrefix ? `${term}*` : term));
    expect(typed('green refri')).toEqual(['refri*', 'green', 'refri']);
    expect(typed('green re')).toEqual(['green', 're']);
    expect(typed('green refri ')).toEqual(['green', 'refri']);
    expect(typed('绿茶')).toEqual(['绿茶']);
    expect(typed('long questions seldom stop')).toEqual(['long', 'question', 'seldom', 'stop']);
  });

  it('are few, however long the query is', () => {
    expect(queryTermsOf('很长的问题'.repeat(2_000_000)).length).toBeLessThanOrEqual(24);
    expect(termsOf('😀 !!! & | <-> \0')).toEqual([]);
  });
});

describe('the stem of a word', () => {
  it.each([
    ['notes', 'note'],
    ['noted', 'note'],
    ['running', 'run'],
    ['believing', 'believ'],
    ['believes', 'believ'],
    ['studies', 'study'],
    ['classes', 'class'],
    ['bus', 'bus'],
    ['thing', 'thing'],
    ['need', 'need'],
    ['日本語', '日本語'],
  ])('of %s is %s', (word, stem) => {
    expect(stemEnglish(word)).toBe(stem);
  });
});
