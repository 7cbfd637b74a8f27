'use client';

import { useState } from 'react';
import { skillApi } from '@/lib/client/skills';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { Badge } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { FoldingRow, RowName } from '../folding-row';
import { useSaving } from '../use-saving';
import { SkillBody } from './skill-body';
import type { SkillRowProps } from './skill-row-props';

/** One skill: what it is for at a glance, everything else folded below. */
export function SkillRow({ skill, onChanged }: SkillRowProps) {
  const t = useT();
  const save = useSaving();
  const [isOpen, setIsOpen] = useState(false);
  const { name, enabled, trusted } = skill;

  async function toggle(next: boolean) {
    await skillApi.change(skill.id, { enabled: next });
    await onChanged();
  }

  return (
    <FoldingRow
      testId="skill"
      state={enabled ? 'on' : 'off'}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      head={
        <>
          <RowName mono>{name}</RowName>
          <span className="line-clamp-2 text-dim text-xs">{revealLine(skill.description)}</span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {!trusted && <Badge>{t('skills.foreign')}</Badge>}
            <Facts>
              {t('skills.fileCount', { count: skill.files.length })}
              {skill.plugin_id !== null && t('skills.fromPlugin')}
            </Facts>
          </span>
        </>
      }
      switchLabel={t('skills.enabled', { name })}
      isOn={enabled}
      onSwitch={(next) => save(() => toggle(next))}
    >
      <SkillBody skill={skill} onChanged={onChanged} />
    </FoldingRow>
  );
}
