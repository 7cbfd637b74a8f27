import { clsx } from 'clsx';

function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-md bg-hover', className)} />;
}

/** Rows of a list that is still on its way. */
export function SkeletonRows({ count = 3, label }: { count?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-2.5">
      {Array.from({ length: count }, (_, index) => index).map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  );
}
