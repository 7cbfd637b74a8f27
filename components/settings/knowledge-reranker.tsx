'use client';

import { useT } from '../i18n/i18n-provider';
import { LoadState } from '../ui/load-state';
import { Section } from '../ui/section';
import { ModelChoice } from './model-choice';
import { useSettings } from './use-settings';

/** The chat model that puts the best hits in order, if there shall be one. */
export function KnowledgeReranker() {
  const t = useT();
  const { settings, error, reload, change } = useSettings();
  return (
    <Section title={t('knowledge.reranker.title')} text={t('knowledge.reranker.text')}>
      <LoadState data={settings} error={error} retry={reload}>
        {(loaded) => (
          <ModelChoice
            provider={loaded['knowledge.rerankerProvider'] ?? ''}
            model={loaded['knowledge.rerankerModel'] ?? ''}
            providerEmpty={t('knowledge.reranker.off')}
            modelEmpty={t('knowledge.reranker.choose')}
            onChange={({ provider, model }) =>
              change({ 'knowledge.rerankerProvider': provider || null, 'knowledge.rerankerModel': model || null })
            }
          />
        )}
      </LoadState>
    </Section>
  );
}
