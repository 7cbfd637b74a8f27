'use client';

import type { ReactNode } from 'react';
import type { ApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Button } from './button';
import { LoadState } from './load-state';

interface PagedListProps<T> {
  readonly pages: ApiPages<T>;
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
}

/** A list that grows on demand, with its empty and failed states. */
export function PagedList<T>({ pages, empty, children }: PagedListProps<T>) {
  const t = useT();
  return (
    <LoadState data={pages.items} error={pages.error} retry={pages.refresh}>
      {(items) => (
        <>
          {items.length === 0 ? empty : children(items)}
          {pages.hasMore && (
            <Button variant="ghost" className="self-center" onClick={pages.loadMore}>
              {t('common.loadMore')}
            </Button>
          )}
        </>
      )}
    </LoadState>
  );
}
