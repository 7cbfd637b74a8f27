import { describe, expect, it } from 'vitest';
import { type KeyPress, shortcutOf } from './shortcuts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 0,
  repeat: false,
  ...more,
});
const reading = { isTyping: false, isApple: false };
const typing = { isTyping: true, isApple: false };

describe('shortcuts', () => {
  it('with a modifier work also while typing, each with exactly its keys', () => {
    expect(shortcutOf(press('k', { ctrlKey: true }), typing)).toBe('palette');
    expect(shortcutOf(press('O', { ctrlKey: true, shiftKey: true }), typing)).toBe('newChat');
    expect(shortcutOf(press('o', { ctrlKey: true }), typing)).toBeNull();
    expect(shortcutOf(press('K', { ctrlKey: true, shiftKey: true }), typing)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, altKey: true }), typing)).toBeNull();
  });

  it('of a single key never fire while typing', () => {
    expect(shortcutOf(press('?', { shiftKey: true }), reading)).toBe('help');
    expect(shortcutOf(press('?'), reading)).toBe('help');
    expect(shortcutOf(press('/'), reading)).toBe('composer');
    expect(shortcutOf(press('?', { shiftKey: true }), typing)).toBeNull();
    expect(shortcutOf(press('/'), typing)).toBeNull();
  });

  it('never fire for an input method, nor for a key that is held down', () => {
    expect(shortcutOf(press('k', { ctrlKey: true, isComposing: true }), reading)).toBeNull();
    expect(shortcutOf(press('?', { keyCode: 229 }), reading)).toBeNull();
    expect(shortcutOf(press('k', { ctrlKey: true, repeat: true }), reading)).toBeNull();
  });

  it('leave Ctrl+K to the text fields of a Mac and take ⌘K there', () => {
    const apple = { isTyping: true, isApple: true };
    expect(shortcutOf(press('k', { ctrlKey: true }), apple)).toBeNull();
    expect(shortcutOf(press('k', { metaKey: true }), apple)).toBe('palette');
    expect(shortcutOf(press('k', { metaKey: true }), typing)).toBeNull();
  });

  it('leave the keys that decide about permissions alone', () => {
    for (const key of ['1', '2', '3']) expect(shortcutOf(press(key), reading)).toBeNull();
  });
});
