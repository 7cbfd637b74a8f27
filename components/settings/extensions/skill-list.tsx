'use client';

import { BookOpenText } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { itemsOf, type ListOf } from '@/lib/client/resources';
import { type SkillView, skillApi } from '@/lib/client/skills';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../../i18n/i18n-provider';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { Notice } from '../../ui/notice';
import { RowBox, Section } from '../../ui/section';
import { AddSkill } from './skill-add';
import { SkillRow } from './skill-row';

/** The skills of the reader, and the ways to add one. */
export function SkillList() {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const { data, error, mutate } = useApi<ListOf<SkillView>>(skillApi.list);
  const { mutate: mutateAny } = useSWRConfig();
  const refresh = () => Promise.all([mutate(), mutateAny('/api/tools')]);
  return (
    <Section
      title={t('skills.title')}
      text={t('skills.text')}
      action={<AddSkill onAdded={refresh} onProblem={setProblem} />}
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) =>
          itemsOf(list).length === 0 ? (
            <EmptyState icon={<BookOpenText />} title={t('skills.none')} text={t('skills.noneText')} />
          ) : (
            <RowBox>
              {itemsOf(list).map((skill) => (
                <SkillRow key={skill.id} skill={skill} onChanged={refresh} />
              ))}
            </RowBox>
          )
        }
      </LoadState>
    </Section>
  );
}
