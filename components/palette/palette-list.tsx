'use client';

import { clsx } from 'clsx';
import { useT } from '../i18n/i18n-provider';
import type { Entry, EntryGroup } from './entry';
import { Keys } from './keys';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly EntryGroup[];
  readonly current: Entry | undefined;
  readonly optionId: (entry: Entry) => string;
  readonly onPoint: (entry: Entry) => void;
  readonly onChoose: (entry: Entry) => void;
}

/** The list that belongs to the field: it never has the focus itself. */
export function PaletteList({ id, groups, current, optionId, onPoint, onChoose }: PaletteListProps) {
  const t = useT();
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('layout.palette.results')}
      className="min-h-0 flex-1 overflow-y-auto p-1.5 empty:p-0"
    >
      {groups.map(({ group, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group within a listbox is no set of fields
        <div key={group} role="group" aria-label={t(`layout.palette.${group}`)}>
          <div aria-hidden className="px-2.5 pt-2 pb-1 text-2xs text-faint">
            {t(`layout.palette.${group}`)}
          </div>
          {entries.map((entry) => (
            <Option
              key={entry.id}
              id={optionId(entry)}
              entry={entry}
              isCurrent={entry === current}
              onPoint={onPoint}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<PaletteListProps, 'onPoint' | 'onChoose'> {
  readonly id: string;
  readonly entry: Entry;
  readonly isCurrent: boolean;
}

function Option({ id, entry, isCurrent, onPoint, onChoose }: OptionProps) {
  const Icon = entry.icon;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      data-testid="palette-option"
      onPointerMove={() => {
        if (!isCurrent) onPoint(entry);
      }}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(entry)}
      className={clsx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm',
        isCurrent && 'bg-hover outline-1 outline-line',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{entry.label}</bdi>
        {entry.detail !== undefined && <span className="block truncate text-faint text-xs">{entry.detail}</span>}
      </span>
      {entry.keys !== undefined && (
        <span aria-hidden className="shrink-0 max-sm:hidden">
          <Keys keys={entry.keys} />
        </span>
      )}
    </div>
  );
}
