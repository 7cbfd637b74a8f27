import { Children, type ReactNode } from 'react';

/** Short facts with a dot between two of them; where the line breaks, no dot is left over on either side. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <span className="block overflow-hidden text-faint text-xs">
      <span className="-ml-3 flex flex-wrap">
        {Children.toArray(children).map((fact, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name than their place
            key={index}
            className="relative min-w-0 max-w-full break-words pl-3 before:absolute before:top-[0.72em] before:left-1.25 before:size-0.5 before:rounded-full before:bg-current"
          >
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
