import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      aria-hidden
      className="rounded border border-current/30 px-1 font-mono text-2xs leading-4 opacity-75 max-sm:hidden"
    >
      {children}
    </kbd>
  );
}
