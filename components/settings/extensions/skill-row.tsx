'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { skillApi } from '@/lib/client/skills';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Badge } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { Switch } from '../../ui/switch';
import { useToast } from '../../ui/toaster';
import { SkillBody } from './skill-body';
import type { SkillRowProps } from './skill-row-props';

/** One skill: what it is for at a glance, everything else folded below. */
export function SkillRow({ skill, onChanged }: SkillRowProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { name, enabled, trusted } = skill;

  async function toggle(next: boolean) {
    try {
      await skillApi.change(skill.id, { enabled: next });
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <li data-testid="skill" data-enabled={enabled}>
      <div className="flex items-center gap-3 pr-4 transition-colors hover:bg-hover">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 pl-3 text-left -outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={clsx('size-4 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium font-mono text-sm">{name}</span>
            <span className="line-clamp-2 text-dim text-xs">{revealLine(skill.description)}</span>
            <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-0.5">
              {!trusted && <Badge>{t('skills.foreign')}</Badge>}
              <Facts>
                {t('skills.fileCount', { count: skill.files.length })}
                {skill.plugin_id !== null && t('skills.fromPlugin')}
              </Facts>
            </span>
          </span>
        </button>
        <Switch label={t('skills.enabled', { name })} checked={enabled} onCheckedChange={(next) => void toggle(next)} />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <div className="flex flex-col gap-4 border-line-soft border-t bg-bg/60 px-4 py-4 sm:pl-10">
            <SkillBody skill={skill} onChanged={onChanged} />
          </div>
        )}
      </div>
    </li>
  );
}
