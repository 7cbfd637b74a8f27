'use client';

import Link from 'next/link';
import { themes } from '@/lib/client/preference-cookie';
import { localeNames, locales } from '@/lib/i18n/locale';
import { useT } from '../i18n/i18n-provider';
import { themeKeys } from '../layout/theme-keys';
import { useTheme } from '../layout/theme-provider';
import { useLanguage } from '../layout/use-language';
import { buttonClass } from '../ui/button';
import { Field } from '../ui/field';
import { Select } from '../ui/input';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { DefaultModel } from './default-model';
import { FallbackList } from './fallbacks/fallback-list';
import { NotificationSwitch } from './notification-switch';

export function GeneralSettings() {
  const t = useT();
  return (
    <Page headed title={t('settings.general.title')} text={t('settings.general.text')}>
      <Section
        title={t('settings.general.model')}
        action={
          <Link href="/settings/providers" className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('settings.general.toProviders')}
          </Link>
        }
      >
        <DefaultModel />
      </Section>
      <Section title={t('settings.general.fallbacks')} text={t('settings.general.fallbacksText')}>
        <FallbackList />
      </Section>
      <Section title={t('settings.general.appearance')}>
        <Appearance />
      </Section>
      <Section title={t('layout.notify.title')}>
        <NotificationSwitch />
      </Section>
    </Page>
  );
}

function Appearance() {
  const t = useT();
  const { theme, setTheme } = useTheme();
  const { locale, setLocale } = useLanguage();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('settings.general.theme')}>
        {(control) => (
          <Select
            {...control}
            value={theme}
            onChange={(event) => setTheme(themes.find((value) => value === event.target.value) ?? 'system')}
          >
            {themes.map((value) => (
              <option key={value} value={value}>
                {t(themeKeys[value])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('settings.general.language')}>
        {(control) => (
          <Select
            {...control}
            value={locale}
            onChange={(event) => setLocale(locales.find((value) => value === event.target.value) ?? 'en')}
          >
            {locales.map((value) => (
              <option key={value} value={value} lang={value}>
                {localeNames[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
