'use client';

import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from './button';
import { Notice } from './notice';
import { SkeletonRows } from './skeleton';

interface LoadStateProps<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly retry: () => Promise<unknown>;
  readonly children: (data: T) => ReactNode;
}

/** Shows a resource, or that it is on its way, or why it is not there. Old data stays visible beside a new error. */
export function LoadState<T>({ data, error, retry, children }: LoadStateProps<T>) {
  const t = useT();
  const errorText = useErrorText();
  return (
    <>
      {error !== undefined && (
        <Notice
          tone="error"
          action={
            <Button size="small" onClick={() => void retry()}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('common.loadFailed')} {errorText(error)}
        </Notice>
      )}
      {data !== undefined && children(data)}
      {data === undefined && error === undefined && <SkeletonRows label={t('common.loading')} />}
    </>
  );
}
