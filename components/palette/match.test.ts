import { describe, expect, it } from 'vitest';
import { matchScore, pinyinInitials } from './match';

const rank = (query: string, labels: readonly string[]) =>
  labels
    .map((label) => ({ label, score: matchScore(query, [label]) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ label }) => label);

describe('finding a command', () => {
  it('puts what begins with the words first, then words within, then the rest', () => {
    expect(rank('note', ['Footnotes', 'New note', 'Notes', 'Tasks'])).toEqual(['Notes', 'New note', 'Footnotes']);
  });

  it('needs every word, in any order', () => {
    expect(rank('dark theme', ['Theme: Dark', 'Theme: Light', 'Dark matter'])).toEqual(['Theme: Dark']);
  });

  it('takes the first letters of words before letters within one, and none from just anywhere', () => {
    expect(rank('nc', ['New chat', 'Sign count', 'Once'])).toEqual(['New chat', 'Once']);
  });

  it('finds Chinese by characters, also apart, and by the initials of its pinyin', () => {
    const labels = ['切换模型…', '新对话', '主题：深色', '设置', '分享链接'];
    expect(rank('模型', labels)).toEqual(['切换模型…']);
    expect(rank('切模', labels)).toEqual(['切换模型…']);
    expect(rank('xdh', labels)).toEqual(['新对话']);
    expect(rank('sz', labels)[0]).toBe('设置');
    expect(rank('fxlj', labels)).toEqual(['分享链接']);
    expect(rank('天气', labels)).toEqual([]);
  });

  it('knows a command by its further words, but less well', () => {
    const shown = matchScore('theme', ['Theme: Dark', '主题：深色']);
    const other = matchScore('theme', ['主题：深色', 'Theme: Dark']);
    expect(other).toBeGreaterThan(0);
    expect(shown).toBeGreaterThan(other);
  });

  it('offers everything while nothing is asked and survives odd input', () => {
    expect(matchScore('  ', ['Notes'])).toBe(1);
    expect(matchScore('.*[', ['Notes'])).toBe(0);
    expect(matchScore('🙂', ['Notes 🙂'])).toBeGreaterThan(0);
  });
});

describe('pinyin initials', () => {
  it('leaves other text alone', () => {
    expect(pinyinInitials('打开 Notes')).toBe('dk notes');
    expect(pinyinInitials('Notes')).toBe('');
  });
});
