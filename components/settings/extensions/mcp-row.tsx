'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { type McpServerView, mcpApi } from '@/lib/client/mcp';
import type { PlainMessageKey } from '@/lib/i18n';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Badge, type Tone } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { Switch } from '../../ui/switch';
import { useToast } from '../../ui/toaster';
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
  const show = useToast();
  const errorText = useErrorText();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { name, enabled } = server;
  const look = states[enabled ? server.state : 'off'];

  async function toggle(next: boolean) {
    try {
      await mcpApi.change(server.id, { enabled: next });
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <li data-testid="mcp-server" data-state={server.state}>
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
            <span className="block truncate font-medium text-sm">{name}</span>
            <Facts>
              {new URL(server.url).host}
              {server.tools.length > 0 && t('mcp.toolCount', { count: server.tools.length })}
              {server.signed_in && t('mcp.signedIn')}
            </Facts>
          </span>
          <Badge tone={look.tone}>{t(look.label)}</Badge>
        </button>
        <Switch label={t('mcp.enabled', { name })} checked={enabled} onCheckedChange={(next) => void toggle(next)} />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <div className="flex flex-col gap-5 border-line-soft border-t bg-bg/60 px-4 py-4 sm:pl-10">
            <McpServerBody server={server} onChanged={onChanged} />
          </div>
        )}
      </div>
    </li>
  );
}
