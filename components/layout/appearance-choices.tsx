'use client';

import { themes } from '@/lib/client/preference-cookie';
import { localeNames, locales } from '@/lib/i18n/locale';
import { useT } from '../i18n/i18n-provider';
import { MenuChoice, MenuSeparator } from '../ui/menu';
import { themeKeys } from './theme-keys';
import { useTheme } from './theme-provider';
import { useLanguage } from './use-language';

/** The part of a menu that chooses theme and language. */
export function AppearanceChoices() {
  const t = useT();
  const { theme, setTheme } = useTheme();
  const { locale, setLocale } = useLanguage();
  return (
    <>
      <MenuChoice
        label={t('layout.theme')}
        value={theme}
        onChange={setTheme}
        options={themes.map((value) => ({ value, label: t(themeKeys[value]) }))}
      />
      <MenuSeparator />
      <MenuChoice
        label={t('layout.language')}
        value={locale}
        onChange={setLocale}
        options={locales.map((value) => ({ value, label: localeNames[value] }))}
      />
    </>
  );
}
