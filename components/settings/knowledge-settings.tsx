'use client';

import { type KnowledgeIndexView, knowledgeApi } from '@/lib/client/knowledge';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { KnowledgeIndex } from './knowledge-index';
import { KnowledgeModel } from './knowledge-model';
import { KnowledgeReranker } from './knowledge-reranker';
import { KnowledgeTrial } from './knowledge-trial';

const busyMs = 1_500;
const calmMs = 20_000;

/** What is searched, by which models, and how far the index is. */
export function KnowledgeSettings() {
  const t = useT();
  const index = useApi<KnowledgeIndexView>(knowledgeApi.index, {
    refreshInterval: (data) => (data === undefined || data.state === 'idle' ? calmMs : busyMs),
  });
  return (
    <Page headed title={t('knowledge.title')} text={t('knowledge.text')}>
      <LoadState data={index.data} error={index.error} retry={() => index.mutate()}>
        {(status) => (
          <>
            <KnowledgeModel status={status} onSaved={() => index.mutate()} />
            <KnowledgeReranker />
            <KnowledgeIndex
              status={status}
              onRebuild={async () => {
                await knowledgeApi.rebuild();
                await index.mutate();
              }}
            />
          </>
        )}
      </LoadState>
      <KnowledgeTrial />
    </Page>
  );
}
