'use client';

import Link from 'next/link';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { SearchSettings } from './search-settings';

export function ToolSettings() {
  const t = useT();
  const toPermissions = (
    <Link href="/settings/permissions" className={buttonClass({ variant: 'ghost', size: 'small' })}>
      {t('web.settings.toPermissions')}
    </Link>
  );
  return (
    <Page headed title={t('web.settings.title')} text={t('web.settings.text')} action={toPermissions}>
      <Section title={t('web.settings.searchTitle')} text={t('web.settings.searchText')}>
        <SearchSettings />
      </Section>
    </Page>
  );
}
