'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { type PluginView, pluginApi } from '@/lib/client/plugins';
import type { PlainMessageKey } from '@/lib/i18n';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Badge, type Tone } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { Switch } from '../../ui/switch';
import { useToast } from '../../ui/toaster';
import { PluginBody } from './plugin-body';
import type { PluginRowProps } from './plugin-row-props';

type State = 'on' | 'off' | 'needsKey' | 'unreadable';

const looks: Readonly<Record<State, { label: PlainMessageKey; tone: Tone }>> = {
  on: { label: 'plugins.state.on', tone: 'good' },
  off: { label: 'plugins.state.off', tone: 'neutral' },
  needsKey: { label: 'plugins.state.needsKey', tone: 'attention' },
  unreadable: { label: 'plugins.state.unreadable', tone: 'bad' },
};

function stateOf({ readable, enabled, secrets }: PluginView): State {
  if (!readable) return 'unreadable';
  if (!enabled) return 'off';
  return secrets.some(({ required, set }) => required && !set) ? 'needsKey' : 'on';
}

/** One plugin: its state at a glance, everything else folded below. */
export function PluginRow({ plugin, onChanged }: PluginRowProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const state = stateOf(plugin);
  const name = revealLine(plugin.name);
  const { tools, skills, servers } = plugin;

  async function toggle(enabled: boolean) {
    try {
      await pluginApi.change(plugin.id, { enabled });
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <li data-testid="plugin" data-state={state}>
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
              {t('plugins.version', { version: plugin.version })}
              {tools.length > 0 && t('plugins.toolCount', { count: tools.length })}
              {skills.length > 0 && t('plugins.skillCount', { count: skills.length })}
              {servers.length > 0 && t('plugins.serverCount', { count: servers.length })}
            </Facts>
          </span>
          <Badge tone={looks[state].tone}>{t(looks[state].label)}</Badge>
        </button>
        <Switch
          label={t('plugins.enabled', { name })}
          checked={plugin.enabled}
          onCheckedChange={(next) => void toggle(next)}
        />
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <div className="flex flex-col gap-5 border-line-soft border-t bg-bg/60 px-4 py-4 sm:pl-10">
            <PluginBody plugin={plugin} onChanged={onChanged} />
          </div>
        )}
      </div>
    </li>
  );
}
