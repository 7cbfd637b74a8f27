'use client';

import { isApple, keyName, shortcutGroups } from '@/lib/client/shortcuts';
import { useT } from '../i18n/i18n-provider';
import { Dialog } from '../ui/dialog';
import { Keys } from './keys';

interface ShortcutHelpProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Every shortcut there is. */
export function ShortcutHelp({ open, onOpenChange }: ShortcutHelpProps) {
  const t = useT();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('layout.shortcuts.title')}
      description={t('layout.shortcuts.text')}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and the keyboard must reach it */}
      <section tabIndex={0} aria-label={t('layout.shortcuts.title')} className="-mx-2 flex flex-col gap-4 px-2 pb-1">
        {shortcutGroups.map(({ label, lines }) => (
          <section key={label} aria-label={t(label)}>
            <h3 className="pb-1 text-faint text-xs">{t(label)}</h3>
            <dl className="divide-y divide-line-soft border-line-soft border-y text-sm">
              {lines.map((line) => (
                <div key={line.label} className="flex items-center justify-between gap-4 py-1.5">
                  <dt className="min-w-0">{t(line.label)}</dt>
                  <dd className="shrink-0">
                    <Keys keys={line.keys.map((key) => keyName(key, isApple()))} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
