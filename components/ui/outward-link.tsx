import type { ReactNode } from 'react';

/** A link to another site, in a tab of its own. */
export function OutwardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-text underline underline-offset-2"
    >
      {children}
    </a>
  );
}
