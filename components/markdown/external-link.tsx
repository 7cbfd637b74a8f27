'use client';

import { type MouseEvent, type ReactNode, useState } from 'react';
import { LeaveDialog } from './leave-dialog';
import { destinationOf, safeLink } from './safe-url';

interface ExternalLinkProps {
  readonly href: string;
  /** What the link says, to see whether it names its own destination. */
  readonly text: string;
  readonly children: ReactNode;
}

/**
 * A link out of Metona. Its real host stands beside it unless the text says it already, and following it asks first.
 * An address that may not be followed is shown as text.
 */
export function ExternalLink({ href, text, children }: ExternalLinkProps) {
  const [isAsking, setIsAsking] = useState(false);
  const url = safeLink(href);
  if (url === null) return children;
  const destination = destinationOf(url);
  const isNamed = text === href || text === destination;

  function ask(event: MouseEvent) {
    event.preventDefault();
    setIsAsking(true);
  }

  return (
    <>
      <a
        href={url.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={url.href}
        className="break-words text-cyan underline decoration-cyan/40 underline-offset-3 hover:decoration-cyan"
        onClick={ask}
        onAuxClick={ask}
      >
        {children}
      </a>
      {!isNamed && <span className="text-[0.86em] text-faint"> ({destination})</span>}
      {isAsking && <LeaveDialog url={url} onClose={() => setIsAsking(false)} />}
    </>
  );
}
