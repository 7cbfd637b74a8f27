'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Siblings } from '@/lib/client/branches';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { IconButton } from '../ui/icon-button';

type Direction = 'previous' | 'next';

interface BranchSwitcherProps {
  readonly siblings: Siblings | null;
  readonly of: 'versions' | 'answers';
  readonly onOpen: (messageId: string) => Promise<void>;
}

/** Leads to the other versions of a message, each with all that followed it. Nothing when there is only one. */
export function BranchSwitcher({ siblings, of, onOpen }: BranchSwitcherProps) {
  const t = useT();
  const format = useFormat();
  if (siblings === null) return null;
  const [index, count] = [format.number(siblings.index + 1), format.number(siblings.count)];
  const open = (messageId: string | null, direction: Direction) => {
    if (messageId !== null) void onOpen(messageId).then(() => focusAt(siblings, direction));
  };
  return (
    <fieldset
      data-testid="branch-switcher"
      data-place={placeOf(siblings, 0)}
      aria-label={t(`branching.${of}`)}
      className="flex min-w-0 items-center text-dim text-xs"
    >
      <IconButton
        label={t('branching.previous')}
        size="small"
        data-direction="previous"
        disabled={siblings.previous === null}
        onClick={() => open(siblings.previous, 'previous')}
      >
        <ChevronLeft />
      </IconButton>
      <span aria-hidden className="px-0.5 tabular-nums">
        {index}/{count}
      </span>
      <span role="status" className="sr-only">
        {t('branching.place', { index, count })}
      </span>
      <IconButton
        label={t('branching.next')}
        size="small"
        data-direction="next"
        disabled={siblings.next === null}
        onClick={() => open(siblings.next, 'next')}
      >
        <ChevronRight />
      </IconButton>
    </fieldset>
  );
}

const placeOf = ({ index, count }: Siblings, step: number) => `${index + step}/${count}`;

/** The other version stands in its own row: whoever goes through them by keyboard stays at the same button. */
function focusAt(before: Siblings, direction: Direction): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const place = placeOf(before, direction === 'next' ? 1 : -1);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(`[data-place="${place}"] button:enabled`)];
  (buttons.find((button) => button.dataset.direction === direction) ?? buttons[0])?.focus();
}
