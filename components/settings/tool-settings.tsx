'use client';

import Link from 'next/link';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { PermissionRules } from './permission-rules';
import { SearchSettings } from './search-settings';
import { ToolList } from './tool-list';

const parts = [
  { id: 'all-tools', key: 'tools.listTitle' },
  { id: 'rules', key: 'tools.rulesTitle' },
  { id: 'web-search', key: 'web.settings.searchTitle' },
] as const;

export function ToolSettings() {
  const t = useT();
  const toPermissions = (
    <Link href="/settings/permissions" className={buttonClass({ variant: 'ghost', size: 'small' })}>
      {t('tools.toGrants')}
    </Link>
  );
  return (
    <Page headed title={t('tools.title')} text={t('tools.text')} action={toPermissions}>
      <nav aria-label={t('tools.parts')} className="-mt-2">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {parts.map(({ id, key }) => (
            <li key={id}>
              <a href={`#${id}`} className="text-dim underline underline-offset-3 hover:text-text">
                {t(key)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div id="all-tools" className="scroll-mt-16">
        <Section title={t('tools.listTitle')} text={t('tools.listText')}>
          <ToolList />
        </Section>
      </div>
      <div id="rules" className="scroll-mt-16">
        <Section title={t('tools.rulesTitle')} text={t('tools.rulesText')}>
          <PermissionRules />
        </Section>
      </div>
      <div id="web-search" className="scroll-mt-16">
        <Section title={t('web.settings.searchTitle')} text={t('web.settings.searchText')}>
          <SearchSettings />
        </Section>
      </div>
    </Page>
  );
}
