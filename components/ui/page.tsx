import type { ReactNode } from 'react';
import { SidebarToggle } from '../layout/sidebar-toggle';

interface PageHeadProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
  /** Under a head of its own, which brings the sidebar back instead of the page. */
  readonly headed?: boolean;
}

/** A title, what the page is for, and its main action. */
export function PageHead({ title, text, action, headed = false }: PageHeadProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {!headed && <SidebarToggle className="-mr-2 -ml-2" />}
      <h1 className="min-w-0 flex-1 basis-32 text-balance font-semibold text-xl">{title}</h1>
      {action}
      {text && (
        <div className="basis-full">
          <p className="max-w-prose text-pretty text-dim text-sm">{text}</p>
        </div>
      )}
    </header>
  );
}

/** The frame of every page that is not the chat. */
export function Page({ children, ...head }: PageHeadProps & { readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 pt-5 pb-16 sm:px-8 sm:pt-9">
      <PageHead {...head} />
      {children}
    </div>
  );
}
