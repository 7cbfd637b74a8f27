'use client';

import { useT } from '../i18n/i18n-provider';
import { SwitchRow } from '../ui/switch';
import type { ShareChoice } from './use-share-preview';

interface IncludeSwitchesProps {
  readonly include: ShareChoice;
  readonly onChange: (include: ShareChoice) => void;
}

/** What readers see beside the text. */
export function IncludeSwitches({ include, onChange }: IncludeSwitchesProps) {
  const t = useT();
  const set = (part: keyof ShareChoice) => (checked: boolean) => onChange({ ...include, [part]: checked });
  return (
    <div className="flex flex-col gap-3">
      <SwitchRow
        label={t('sharing.thinking')}
        hint={t('sharing.thinkingHint')}
        checked={include.thinking}
        onCheckedChange={set('thinking')}
      />
      <SwitchRow
        label={t('sharing.tools')}
        hint={t('sharing.toolsHint')}
        checked={include.tools}
        onCheckedChange={set('tools')}
      />
      <SwitchRow
        label={t('sharing.files')}
        hint={t('sharing.filesHint')}
        checked={include.files}
        onCheckedChange={set('files')}
      />
    </div>
  );
}
