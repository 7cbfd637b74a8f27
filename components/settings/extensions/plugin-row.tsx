'use client';

import { useState } from 'react';
import { type PluginView, pluginApi } from '@/lib/client/plugins';
import type { PlainMessageKey } from '@/lib/i18n';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { Badge, type Tone } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { FoldingRow, RowName } from '../folding-row';
import { useSaving } from '../use-saving';
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
  const save = useSaving();
  const [isOpen, setIsOpen] = useState(false);
  const state = stateOf(plugin);
  const name = revealLine(plugin.name);
  const { tools, skills, servers } = plugin;

  async function toggle(enabled: boolean) {
    await pluginApi.change(plugin.id, { enabled });
    await onChanged();
  }

  return (
    <FoldingRow
      testId="plugin"
      state={state}
      isOpen={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      head={
        <>
          <RowName>{name}</RowName>
          <Facts>
            {t('plugins.version', { version: plugin.version })}
            {tools.length > 0 && t('plugins.toolCount', { count: tools.length })}
            {skills.length > 0 && t('plugins.skillCount', { count: skills.length })}
            {servers.length > 0 && t('plugins.serverCount', { count: servers.length })}
          </Facts>
        </>
      }
      badge={<Badge tone={looks[state].tone}>{t(looks[state].label)}</Badge>}
      switchLabel={t('plugins.enabled', { name })}
      isOn={plugin.enabled}
      onSwitch={(next) => save(() => toggle(next))}
    >
      <PluginBody plugin={plugin} onChanged={onChanged} />
    </FoldingRow>
  );
}
