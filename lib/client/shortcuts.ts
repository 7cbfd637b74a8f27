import type { PlainMessageKey } from '@/lib/i18n';

/** `Mod` is ⌘ where there is one, else Ctrl. */
export type ShortcutId = 'palette' | 'newChat' | 'sidebar' | 'composer' | 'help';

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly keyCode: number;
  readonly repeat: boolean;
}

interface Shortcut {
  readonly id: ShortcutId;
  readonly key: string;
  readonly isModified: boolean;
  readonly isShifted: boolean;
}

const shortcuts: readonly Shortcut[] = [
  { id: 'palette', key: 'k', isModified: true, isShifted: false },
  { id: 'newChat', key: 'o', isModified: true, isShifted: true },
  { id: 'sidebar', key: 'b', isModified: true, isShifted: false },
  { id: 'composer', key: '/', isModified: false, isShifted: false },
  // Where the question mark lies on the keyboard differs, and with it whether Shift is down.
  { id: 'help', key: '?', isModified: false, isShifted: false },
];

export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Someone is writing there, or the element takes single keys itself. */
export function takesText(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  return (
    element.isContentEditable ||
    element.closest('input, textarea, select, [contenteditable], [role=menu], [role=listbox], iframe') !== null
  );
}

interface Surroundings {
  readonly isTyping: boolean;
  readonly isApple: boolean;
}

/** Which shortcut a key press is. What is composed by an input method is never one; single keys are none while typing. */
export function shortcutOf(press: KeyPress, { isTyping, isApple }: Surroundings): ShortcutId | null {
  if (press.isComposing || press.keyCode === 229 || press.altKey || press.repeat) return null;
  const isModified = isApple ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  if (!isModified && (isTyping || press.ctrlKey || press.metaKey)) return null;
  const key = press.key.toLowerCase();
  const found = shortcuts.find(
    (shortcut) =>
      shortcut.key === key &&
      shortcut.isModified === isModified &&
      (!isModified || shortcut.isShifted === press.shiftKey),
  );
  return found?.id ?? null;
}

export interface ShortcutLine {
  readonly label: PlainMessageKey;
  /** In the order they are pressed together; `Mod` stands for the key of the platform. */
  readonly keys: readonly string[];
}

export interface ShortcutGroup {
  readonly label: PlainMessageKey;
  readonly lines: readonly ShortcutLine[];
}

/** Everything the keyboard does here beyond what browsers do by themselves. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    label: 'layout.shortcuts.everywhere',
    lines: [
      { label: 'layout.shortcuts.palette', keys: ['Mod', 'K'] },
      { label: 'layout.shortcuts.newChat', keys: ['Mod', 'Shift', 'O'] },
      { label: 'layout.shortcuts.sidebar', keys: ['Mod', 'B'] },
      { label: 'layout.shortcuts.composer', keys: ['/'] },
      { label: 'layout.shortcuts.help', keys: ['?'] },
      { label: 'layout.shortcuts.close', keys: ['Esc'] },
    ],
  },
  {
    label: 'layout.shortcuts.writing',
    lines: [
      { label: 'layout.shortcuts.send', keys: ['Enter'] },
      { label: 'layout.shortcuts.line', keys: ['Shift', 'Enter'] },
    ],
  },
  {
    label: 'layout.shortcuts.deciding',
    lines: [
      { label: 'layout.shortcuts.once', keys: ['1'] },
      { label: 'layout.shortcuts.session', keys: ['2'] },
      { label: 'layout.shortcuts.deny', keys: ['3'] },
    ],
  },
  {
    label: 'layout.shortcuts.notes',
    lines: [{ label: 'layout.shortcuts.save', keys: ['Mod', 'S'] }],
  },
];

export function keyName(key: string, apple: boolean): string {
  if (key === 'Mod') return apple ? '⌘' : 'Ctrl';
  return key;
}
