'use client';

import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../i18n/i18n-provider';
import { useSettings } from '../settings/use-settings';
import { Field } from '../ui/field';
import { Select } from '../ui/input';

const modes = ['off', 'confirm', 'automatic'] as const;
type Mode = (typeof modes)[number];

const hints: Readonly<Record<Mode, PlainMessageKey>> = {
  off: 'library.memories.modeOffHint',
  confirm: 'library.memories.modeConfirmHint',
  automatic: 'library.memories.modeAutomaticHint',
};

const labels: Readonly<Record<Mode, PlainMessageKey>> = {
  off: 'library.memories.modeOff',
  confirm: 'library.memories.modeConfirm',
  automatic: 'library.memories.modeAutomatic',
};

/** Whether Metona may remember at all, and whether it asks first. */
export function MemoryMode() {
  const t = useT();
  const { settings, change } = useSettings();
  const stored = settings?.['memory.mode'];
  const mode = modes.find((value) => value === stored) ?? 'confirm';
  return (
    <Field label={t('library.memories.mode')} hint={t(hints[mode])} className="max-w-sm">
      {(control) => (
        <Select
          {...control}
          value={mode}
          disabled={settings === undefined}
          onChange={(event) => change({ 'memory.mode': event.target.value })}
        >
          {modes.map((value) => (
            <option key={value} value={value}>
              {t(labels[value])}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
