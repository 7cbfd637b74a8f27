'use client';

import { useT } from '../../i18n/i18n-provider';
import { Page } from '../../ui/page';
import { McpServers } from './mcp-servers';
import { PluginList } from './plugin-list';
import { SkillList } from './skill-list';

/** What a user has added: a section for each kind. */
export function ExtensionSettings() {
  const t = useT();
  return (
    <Page headed title={t('mcp.page.title')} text={t('mcp.page.text')}>
      <SkillList />
      <PluginList />
      <McpServers />
    </Page>
  );
}
