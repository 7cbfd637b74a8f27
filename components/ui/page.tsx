import type { ReactNode } from 'react';
import { SidebarToggle } from '../layout/sidebar-toggle';

interface PageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** Under a head of its own, which brings the sidebar back instead of the page. */
  readonly headed?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page that is not the chat: a title, what the page is for, and its main action. */
export function Page({ title, text, action, headed = false, children }: PageProps) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 pt-5 pb-16 sm:px-8 sm:pt-9">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        {!headed && <SidebarToggle className="-mr-2 -ml-2" />}
        <div className="min-w-0 flex-1 basis-56">
          <h1 className="font-semibold text-xl">{title}</h1>
          {text && <p className="mt-1 max-w-prose text-dim text-sm">{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
