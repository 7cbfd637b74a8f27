'use client';

import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { mcpApi } from '@/lib/client/mcp';
import { type PluginView, pluginApi } from '@/lib/client/plugins';
import { itemsOf, type ListOf } from '@/lib/client/resources';
import { skillApi } from '@/lib/client/skills';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { RowBox, Section } from '../../ui/section';
import { InstallPlugin } from './plugin-install';
import { PluginRow } from './plugin-row';

/** The plugins of the reader, and the way to one more. */
export function PluginList() {
  const t = useT();
  const [isInstalling, setIsInstalling] = useState(false);
  const { data, error, mutate } = useApi<ListOf<PluginView>>(pluginApi.list);
  const { mutate: mutateAny } = useSWRConfig();
  // A plugin brings and takes along what other sections show.
  const refresh = () =>
    Promise.all([mutate(), ...[skillApi.list, mcpApi.list, '/api/tools'].map((key) => mutateAny(key))]);
  return (
    <Section
      title={t('plugins.title')}
      text={t('plugins.text')}
      action={
        <Button onClick={() => setIsInstalling(true)}>
          <Plus aria-hidden className="size-4" />
          {t('plugins.add')}
        </Button>
      }
    >
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) =>
          itemsOf(list).length === 0 ? (
            <EmptyState icon={<Plug />} title={t('plugins.none')} text={t('plugins.noneText')} />
          ) : (
            <RowBox>
              {itemsOf(list).map((plugin) => (
                <PluginRow key={plugin.id} plugin={plugin} onChanged={refresh} />
              ))}
            </RowBox>
          )
        }
      </LoadState>
      {isInstalling && <InstallPlugin sourceUrl={null} onClose={() => setIsInstalling(false)} onDone={refresh} />}
    </Section>
  );
}
