'use client';

import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import type { MetonaError } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { Button, buttonClass } from '../ui/button';
import { errorActions } from './error-action';
import { RevealedText } from './revealed-text';

interface ErrorCardProps {
  readonly error: MetonaError;
  /** Absent when there is nothing to try again. */
  readonly onRetry: (() => void) | undefined;
  readonly onContinue: (() => void) | undefined;
}

/** What went wrong in one sentence, and the step that helps. */
export function ErrorCard({ error, onRetry, onContinue }: ErrorCardProps) {
  const t = useT();
  return (
    <section
      role="alert"
      data-testid="error-card"
      data-code={error.code}
      className="min-w-0 rounded-xl border border-red/35 bg-red-soft px-4 py-3 text-sm"
    >
      <h3 className="flex items-center gap-2 font-semibold text-red">
        <CircleAlert aria-hidden className="size-4 shrink-0" />
        {t('chat.error.title')}
      </h3>
      <p className="mt-1">{errorText(t, error.code)}</p>
      {error.message !== '' && (
        <details className="mt-1.5 text-dim text-xs">
          <summary className="w-fit hover:text-text">{t('chat.error.details')}</summary>
          <p className="mt-1 rounded-md bg-code px-2 py-1 font-mono">
            <RevealedText
              text={[error.code, error.provider, error.providerCode, error.message].filter(Boolean).join(' · ')}
            />
          </p>
        </details>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <NextStep error={error} onContinue={onContinue} />
        {onRetry !== undefined && (
          <Button size="small" onClick={onRetry}>
            {t('chat.error.retry')}
          </Button>
        )}
      </div>
    </section>
  );
}

function NextStep({ error, onContinue }: { error: MetonaError; onContinue: (() => void) | undefined }) {
  const t = useT();
  const look = buttonClass({ size: 'small', variant: 'primary' });
  switch (errorActions[error.code]) {
    case 'provider':
    case 'pick_model': {
      const anchor = error.provider === undefined ? '' : `#${encodeURIComponent(error.provider)}`;
      const label = error.provider === undefined ? t('chat.error.providers') : t('chat.error.provider');
      return (
        <Link href={`/settings/providers${anchor}`} className={look}>
          {label}
        </Link>
      );
    }
    case 'new_chat':
      return (
        <Link href="/" className={look}>
          {t('chat.error.newChat')}
        </Link>
      );
    case 'sign_in':
      return (
        <a href="/login" className={look}>
          {t('chat.error.signIn')}
        </a>
      );
    case 'go_on':
      if (onContinue === undefined) return null;
      return (
        <Button size="small" variant="primary" onClick={onContinue}>
          {t('chat.error.goOn')}
        </Button>
      );
    case 'retry':
    case 'none':
      return null;
  }
}
