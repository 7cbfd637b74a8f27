'use client';

import { useT } from '../i18n/i18n-provider';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { GrantList } from './grant-list';
import { PermissionPolicy } from './permission-policy';

export function PermissionSettings() {
  const t = useT();
  return (
    <Page headed title={t('settings.permissions.title')} text={t('settings.permissions.text')}>
      <Section title={t('settings.permissions.grantsTitle')} text={t('settings.permissions.grantsText')}>
        <GrantList />
      </Section>
      <Section title={t('settings.permissions.policyTitle')} text={t('settings.permissions.policyText')}>
        <PermissionPolicy />
      </Section>
    </Page>
  );
}
