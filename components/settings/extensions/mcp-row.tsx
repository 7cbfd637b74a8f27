'use client';

import { useState } from 'react';
import { type McpServerView, mcpApi } from '@/lib/client/mcp';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../../i18n/i18n-provider';
import { Badge, type Tone } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { FoldingRow, RowName } from '../folding-row';
import { useSaving } from '../use-saving';
import { McpServerBody } from './mcp-body';

interface McpServerRowProps {
  readonly server: McpServerView;
  readonly onChanged: () => Promise<unknown>;
}

const states: Readonly<Record<McpServerView['state'] | 'off', { label: PlainMessageKey; tone: Tone }>> = {
  unchecked: { label: 'mcp.state.unchecked', tone: 'neutral' },
  ready: { label: 'mcp.state.ready', tone: 'good' },
  failed: { label: 'mcp.state.failed', tone: 'bad' },
  sign_in_needed: { label: 'mcp.state.signInNeeded', tone: 'attention' },
  off: { label: 'mcp.state.off', tone: 'neutral' },
};

/** One server: its state at a glance, everything else folded below. */
export function McpServerRow({ server, onChanged }: McpServerRowProps) {
  const t = useT();
  const save = useSaving();
  const [isOpen, setIsOpen] = useState(false);
  const { name, enabled } = server;
  const look = states[enabled ? server.state : 'off'];

  async function toggle(next: boolean) {
    await mcpApi.change(server.id, { enabled: next });
    await onChanged();
  }

  return (
    <FoldingRow
      testId="mcp-server"
      state={server.state}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      head={
        <>
          <RowName>{name}</RowName>
          <Facts>
            {new URL(server.url).host}
            {server.tools.length > 0 && t('mcp.toolCount', { count: server.tools.length })}
            {server.signed_in && t('mcp.signedIn')}
          </Facts>
        </>
      }
      badge={<Badge tone={look.tone}>{t(look.label)}</Badge>}
      switchLabel={t('mcp.enabled', { name })}
      isOn={enabled}
      onSwitch={(next) => save(() => toggle(next))}
    >
      <McpServerBody server={server} onChanged={onChanged} />
    </FoldingRow>
  );
}
