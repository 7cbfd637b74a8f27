'use client';

import { clsx } from 'clsx';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { useT } from '../i18n/i18n-provider';
import { SidebarToggle } from '../layout/sidebar-toggle';
import { adminSections, settingsSections } from './settings-sections';
import { useScrollEdges } from './use-scroll-edges';

/** By hand: `scrollIntoView` would move the place where the Tab key starts, past the skip link. */
function showCurrent(list: HTMLElement) {
  const current = list.querySelector<HTMLElement>('[aria-current]')?.parentElement;
  if (current) list.scrollLeft = current.offsetLeft - list.offsetLeft - (list.clientWidth - current.clientWidth) / 2;
}

/** The sections of the settings; one line that scrolls sideways on phones. */
export function SettingsNav({ isAdmin }: { isAdmin: boolean }) {
  const t = useT();
  const path = usePathname();
  const list = useRef<HTMLUListElement>(null);
  useScrollEdges(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section is another place in the line
  useEffect(() => {
    if (list.current !== null) showCurrent(list.current);
  }, [path]);
  return (
    <nav aria-label={t('settings.sections')} className="sticky top-0 z-10 border-line-soft border-b bg-bg">
      <div className="mx-auto flex w-full max-w-3xl items-center gap-1 px-2 pt-1.5 sm:px-5.5">
        <SidebarToggle />
        <ul
          ref={list}
          className="flex min-w-0 flex-1 gap-1 overflow-x-auto data-more-after:mask-r-from-[calc(100%-3rem)] data-more-before:mask-l-from-[calc(100%-3rem)] [scrollbar-width:none]"
        >
          {(isAdmin ? [...settingsSections, ...adminSections] : settingsSections).map(({ href, key }) => {
            const here = path.startsWith(href);
            return (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={here ? 'page' : undefined}
                  className={clsx(
                    'block whitespace-nowrap border-b-2 px-2.5 py-2 text-sm -outline-offset-2 transition-colors',
                    here ? 'border-text text-text' : 'border-transparent text-dim hover:text-text',
                  )}
                >
                  {t(key)}
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
