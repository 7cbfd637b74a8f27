'use client';

import { useRouter } from 'next/navigation';
import { savePreference } from '@/lib/client/preference-cookie';
import { type Locale, localeCookie } from '@/lib/i18n/locale';
import { useLocale } from '../i18n/i18n-provider';

/** The language of the interface, and how to change it: the server renders the next frame in the new one. */
export function useLanguage(): { locale: Locale; setLocale: (locale: Locale) => void } {
  const locale = useLocale();
  const router = useRouter();
  return {
    locale,
    setLocale: (next) => {
      savePreference(localeCookie, next);
      document.documentElement.lang = next;
      router.refresh();
    },
  };
}
