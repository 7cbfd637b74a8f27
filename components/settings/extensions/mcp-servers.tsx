'use client';

import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { type McpServerView, mcpApi } from '@/lib/client/mcp';
import { itemsOf, type ListOf } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { LoadState } from '../../ui/load-state';
import { Notice } from '../../ui/notice';
import { RowBox, Section } from '../../ui/section';
import { AddMcpServer } from './mcp-add';
import { McpServerRow } from './mcp-row';
import { useMcpReturn } from './use-mcp-return';

/** The MCP servers of the reader, and a way to add one. */
export function McpServers() {
  const t = useT();
  const [isAdding, setIsAdding] = useState(false);
  const { data, error, mutate } = useApi<ListOf<McpServerView>>(mcpApi.list);
  const { mutate: mutateAny } = useSWRConfig();
  const refresh = () => Promise.all([mutate(), mutateAny('/api/tools')]);
  const returned = useMcpReturn(refresh);
  return (
    <Section
      title={t('mcp.title')}
      text={t('mcp.text')}
      action={
        <Button onClick={() => setIsAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {t('mcp.add')}
        </Button>
      }
    >
      {returned.kind === 'completing' && <Notice>{t('mcp.completing')}</Notice>}
      {returned.kind === 'refused' && <Notice tone="error">{returned.reason}</Notice>}
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(list) =>
          itemsOf(list).length === 0 ? (
            <EmptyState icon={<Server />} title={t('mcp.none')} text={t('mcp.noneText')} />
          ) : (
            <RowBox>
              {itemsOf(list).map((server) => (
                <McpServerRow key={server.id} server={server} onChanged={refresh} />
              ))}
            </RowBox>
          )
        }
      </LoadState>
      <AddMcpServer open={isAdding} onOpenChange={setIsAdding} onAdded={refresh} />
    </Section>
  );
}
