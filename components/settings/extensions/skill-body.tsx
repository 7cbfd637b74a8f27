'use client';

import { useState } from 'react';
import { type SkillDetail, type SkillView, skillApi } from '@/lib/client/skills';
import { useApi } from '@/lib/client/use-api';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button, buttonClass } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { LoadState } from '../../ui/load-state';
import { SwitchRow } from '../../ui/switch';
import { useToast } from '../../ui/toaster';
import { SkillCheck } from './skill-check';
import { SkillEditor } from './skill-editor';
import type { SkillRowProps } from './skill-row-props';

/** All there is to say and to do about one skill. */
export function SkillBody({ skill, onChanged }: SkillRowProps) {
  const t = useT();
  const { data, error, mutate } = useApi<SkillDetail>(skillApi.path(skill.id));
  const [isEditing, setIsEditing] = useState(false);
  const isOwn = skill.plugin_id === null;
  const changed = () => Promise.all([mutate(), onChanged()]);
  return (
    <>
      <TrustSwitch skill={skill} onChanged={onChanged} />
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(detail) => <SkillFacts detail={detail} />}
      </LoadState>
      {!isOwn && <p className="text-dim text-sm">{t('skills.ofPlugin')}</p>}
      <div className="flex flex-wrap gap-2">
        {isOwn && (
          <Button disabled={data === undefined} onClick={() => setIsEditing(true)}>
            {t('skills.edit')}
          </Button>
        )}
        <a
          className={buttonClass()}
          href={skillApi.exportPath(skill.id)}
          download
          aria-label={t('skills.exportName', { name: skill.name })}
        >
          {t('skills.exportZip')}
        </a>
        <span className="flex-1" />
        {isOwn && <RemoveSkill skill={skill} onRemoved={onChanged} />}
      </div>
      <SkillCheck skillId={skill.id} />
      {isEditing && data && <SkillEditor skill={data} onClose={() => setIsEditing(false)} onSaved={changed} />}
    </>
  );
}

function TrustSwitch({ skill, onChanged }: SkillRowProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();

  async function trust(trusted: boolean) {
    try {
      await skillApi.change(skill.id, { trusted });
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }
  return (
    <SwitchRow
      label={t('skills.trust')}
      hint={t('skills.trustText')}
      checked={skill.trusted}
      onCheckedChange={(next) => void trust(next)}
    />
  );
}

function SkillFacts({ detail }: { detail: SkillDetail }) {
  const t = useT();
  const facts = [
    [t('skills.facts.license'), detail.license],
    [t('skills.facts.compatibility'), detail.compatibility],
    [t('skills.facts.allowedTools'), detail.allowed_tools.join(', ') || null],
  ].flatMap(([label, value]) => (value ? [{ label, value }] : []));
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
      <dt className="text-faint">{t('skills.files')}</dt>
      <dd className="min-w-0 break-words font-mono text-xs leading-5">
        {detail.files.map(({ path }) => path).join(', ')}
      </dd>
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-faint">{label}</dt>
          <dd className="min-w-0 break-words">
            {revealLine(value)}
            {label === t('skills.facts.allowedTools') && (
              <span className="block text-faint text-xs">{t('skills.allowedToolsNote')}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RemoveSkill({ skill, onRemoved }: { skill: SkillView; onRemoved: () => Promise<unknown> }) {
  const t = useT();
  const show = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const { name } = skill;

  async function remove() {
    await skillApi.remove(skill.id);
    show(t('skills.removed', { name }), 'success');
    await onRemoved();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('skills.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('skills.removeTitle', { name })}
        text={t('skills.removeText')}
        confirmLabel={t('common.delete')}
        onConfirm={remove}
      />
    </>
  );
}
