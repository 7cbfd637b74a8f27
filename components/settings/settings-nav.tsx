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

/** The sections of the settings; beside the page, or one line above it that scrolls sideways where it is narrow. */
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
    <nav
      aria-label={t('settings.sections')}
      className="sticky top-0 z-10 bg-bg max-lg:border-line-soft max-lg:border-b lg:self-start lg:pt-9"
    >
      <div className="mx-auto flex w-full max-w-3xl items-center gap-1 px-2 pt-1.5 sm:px-5.5 lg:items-start lg:pr-0 lg:pl-4">
        <SidebarToggle />
        <ul
          ref={list}
          className="flex min-w-0 flex-1 gap-1 overflow-x-auto data-more-after:mask-r-from-[calc(100%-3rem)] data-more-before:mask-l-from-[calc(100%-3rem)] lg:flex-col lg:gap-px [scrollbar-width:none]"
        >
          {(isAdmin ? [...settingsSections, ...adminSections] : settingsSections).map(({ href, key }, index) => (
            <li
              key={href}
              className={clsx(index === settingsSections.length && 'lg:mt-2 lg:border-line-soft lg:border-t lg:pt-2')}
            >
              <Link
                href={href}
                aria-current={path.startsWith(href) ? 'page' : undefined}
                className={clsx(
                  'block whitespace-nowrap px-2.5 py-2 text-sm -outline-offset-2 transition-colors max-lg:border-b-2 lg:rounded-lg lg:py-1.5',
                  path.startsWith(href)
                    ? 'border-text text-text lg:bg-hover'
                    : 'border-transparent text-dim hover:text-text lg:hover:bg-hover',
                )}
              >
                {t(key)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
