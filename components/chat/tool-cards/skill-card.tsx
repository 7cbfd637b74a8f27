'use client';

import { useT } from '../../i18n/i18n-provider';
import { LongText } from '../long-text';
import { revealLine } from '../visible-text';
import type { ToolResultCardProps } from './card-props';
import { fieldsOf, textOf } from './read-value';

const mostFiles = 64;

function filesOf(skill: NonNullable<ReturnType<typeof fieldsOf>>): string[] {
  const files = Object.hasOwn(skill, 'files') && Array.isArray(skill.files) ? skill.files : [];
  return files.filter((file) => typeof file === 'string').slice(0, mostFiles);
}

/** A skill, or one of its files, as the model read it, and whose words they are. */
export function SkillCard({ value, fallback }: ToolResultCardProps) {
  const t = useT();
  const skill = fieldsOf(value);
  if (skill === null || textOf(skill, 'name') === '') return fallback;
  const [name, path, text] = [textOf(skill, 'name'), textOf(skill, 'path'), textOf(skill, 'text')];
  const files = filesOf(skill);
  return (
    <section aria-label={t('chat.tool.result')} data-testid="skill-card" className="flex min-w-0 flex-col gap-2">
      <p className="font-mono text-sm [overflow-wrap:anywhere]">
        {revealLine(path === '' ? name : `${name}/${path}`)}
        {skill.trusted !== true && <span className="ml-2 font-sans text-faint text-xs">{t('skills.foreign')}</span>}
      </p>
      <LongText text={text} />
      {files.length > 0 && (
        <p className="text-dim text-xs [overflow-wrap:anywhere]">
          {t('skills.files')}: {files.map(revealLine).join(', ')}
        </p>
      )}
    </section>
  );
}
