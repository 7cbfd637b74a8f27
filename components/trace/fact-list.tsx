import { Fragment, type ReactNode } from 'react';

/** A name and what is known under it; null where nothing is. */
export type Fact = readonly [label: string, value: ReactNode];

/** Named facts, the unknown ones left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
      {known.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-faint">{label}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
