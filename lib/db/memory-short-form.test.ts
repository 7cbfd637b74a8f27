import { describe, expect, it } from 'vitest';
import { shortFormOf } from './memory-short-form';

const long = [
  'The project Falcon moves its database to Frankfurt in March.',
  'The weather was mild on that day.',
  'Lunch was late.',
  'Anna leads the move of the Falcon database and Ben checks the backups in Frankfurt.',
  'Nobody wanted coffee in the afternoon except the trainee.',
  'The parking garage was full again, as on every other Monday of a tiring winter.',
].join(' ');

describe('the short form of a memory', () => {
  it('is not needed for a short one', () => {
    expect(shortFormOf('The user likes green tea')).toBeNull();
  });

  it('keeps whole sentences that say most, in their order', () => {
    const short = shortFormOf(long) ?? '';
    expect(short.length).toBeLessThanOrEqual(260);
    expect(short).toMatch(/Falcon moves its database.*Anna leads the move/s);
    expect(short).not.toContain('parking');
    expect(shortFormOf(long)).toBe(short);
  });

  it('cuts Chinese at its own full stops', () => {
    const text = `用户正在把数据库迁移到法兰克福。${'那天的天气很好，大家都没有说什么特别的事情。'.repeat(12)}数据库迁移由安娜负责，备份由本检查。`;
    const short = shortFormOf(text) ?? '';
    expect(short).toContain('用户正在把数据库迁移到法兰克福。');
    expect(short.length).toBeLessThan(260);
  });

  it('cuts a text that is one sentence, never inside a character', () => {
    const short = shortFormOf(`x${'😀'.repeat(400)}`) ?? '';
    expect(short.length).toBeLessThanOrEqual(240);
    expect(short.isWellFormed()).toBe(true);
  });
});
