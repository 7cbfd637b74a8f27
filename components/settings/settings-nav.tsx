'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useT } from '../i18n/i18n-provider';

const sections = [
  { href: '/settings/providers', key: 'settings.providers.nav' },
  { href: '/settings/general', key: 'settings.general.nav' },
  { href: '/settings/permissions', key: 'settings.permissions.nav' },
  { href: '/settings/tokens', key: 'settings.tokens.nav' },
  { href: '/settings/account', key: 'settings.account.nav' },
] as const;

/** The sections of the settings; one line that scrolls sideways on phones. */
export function SettingsNav() {
  const t = useT();
  const path = usePathname();
  return (
    <nav aria-label={t('settings.sections')} className="border-line-soft border-b">
      <ul className="mx-auto flex w-full max-w-3xl gap-1 overflow-x-auto px-3 pt-2 sm:px-7">
        {sections.map(({ href, key }) => {
          const here = path.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? 'page' : undefined}
                className={clsx(
                  '-mb-px block whitespace-nowrap border-b-2 px-2.5 py-2 text-sm -outline-offset-2 transition-colors',
                  here ? 'border-text text-text' : 'border-transparent text-dim hover:text-text',
                )}
              >
                {t(key)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
