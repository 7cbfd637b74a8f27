'use client';

import Link from 'next/link';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { GrantList } from './grant-list';

export function PermissionSettings() {
  const t = useT();
  const toRules = (
    <Link href="/settings/tools#rules" className={buttonClass({ size: 'small' })}>
      {t('settings.permissions.toRules')}
    </Link>
  );
  return (
    <Page headed title={t('settings.permissions.title')} text={t('settings.permissions.text')}>
      <Section title={t('settings.permissions.grantsTitle')} text={t('settings.permissions.grantsText')}>
        <GrantList />
      </Section>
      <Section
        title={t('settings.permissions.policyTitle')}
        text={t('settings.permissions.policyText')}
        action={toRules}
      />
    </Page>
  );
}
