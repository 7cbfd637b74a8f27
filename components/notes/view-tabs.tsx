'use client';

import { clsx } from 'clsx';
import { useT } from '../i18n/i18n-provider';

export type NoteSide = 'write' | 'read';

interface ViewTabsProps {
  readonly side: NoteSide;
  readonly onSide: (side: NoteSide) => void;
}

const sides = [
  { side: 'write', label: 'notes.editor.write' },
  { side: 'read', label: 'notes.editor.read' },
] as const;

/** Which of the two is shown where both have no room. */
export function ViewTabs({ side, onSide }: ViewTabsProps) {
  const t = useT();
  return (
    <fieldset className="flex shrink-0 rounded-lg border border-line p-0.5 lg:hidden">
      <legend className="sr-only">{t('notes.editor.views')}</legend>
      {sides.map((choice) => (
        <button
          key={choice.side}
          type="button"
          aria-pressed={side === choice.side}
          className={clsx(
            'min-h-7 rounded-md px-2.5 text-xs',
            side === choice.side ? 'bg-hover text-text' : 'text-dim hover:text-text',
          )}
          onClick={() => onSide(choice.side)}
        >
          {t(choice.label)}
        </button>
      ))}
    </fieldset>
  );
}
