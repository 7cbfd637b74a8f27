import { describe, expect, it } from 'vitest';
import { alikePairs, meaningOf } from './memory-sameness';

const isSame = (left: string, right: string) => meaningOf(left) === meaningOf(right);

describe('what two memories have in common', () => {
  it('is everything when only case, marks and empty words differ', () => {
    expect(isSame('The user likes green tea.', 'User likes GREEN tea')).toBe(true);
    expect(isSame('用户喜欢绿茶。', '用户 喜欢绿茶')).toBe(true);
  });

  it('is not everything when who does what to whom differs', () => {
    expect(isSame('Anna trusts Ben', 'Ben trusts Anna')).toBe(false);
    expect(isSame('The user likes tea', 'The user does not like tea')).toBe(false);
    expect(isSame('用户喜欢绿茶', '用户不喜欢绿茶')).toBe(false);
  });

  it('makes them alike, unless a number or a denial differs', () => {
    const base = 'The user parks the blue car in the garage on Main Street at night';
    const turned = 'At night the user parks the blue car in the garage of Main Street';
    expect(alikePairs([base, 'The user has a cat', turned])).toEqual([[0, 2]]);
    expect(alikePairs([`${base} 12`, `${base} 13`])).toEqual([]);
    expect(alikePairs([base, base.replace('parks', 'never parks')])).toEqual([]);
    expect(alikePairs(['', '', '!'])).toEqual([]);
  });

  it('is found in Chinese, and among many', () => {
    const many = Array.from(
      { length: 500 },
      (_, index) => `note ${String.fromCodePoint(0x4e00 + index * 7)}朝 topic${index}x`,
    );
    const pairs = alikePairs([
      ...many,
      '用户一家人从去年春天开始住在上海浦东新区的一套老房子里',
      '用户一家人从去年春天开始住在上海浦东新区的一套老房子',
    ]);
    expect(pairs).toEqual([[500, 501]]);
  });
});
