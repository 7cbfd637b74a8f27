'use client';

import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import { askForModelMenu } from '@/lib/client/model-menu';
import type { MetonaError } from '@/lib/ir';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { Button, buttonClass } from '../ui/button';
import { type ErrorStep, errorSteps } from './error-steps';
import { RevealedText } from './revealed-text';

interface ErrorCardProps {
  readonly error: MetonaError;
  /** Absent when there is nothing to try again. */
  readonly onRetry: (() => void) | undefined;
  /** Takes the question back into the composer; absent as `onRetry`. */
  readonly onEdit: (() => void) | undefined;
  readonly onContinue: () => void;
}

/** What went wrong in one sentence, and the steps that help. */
export function ErrorCard({ error, ...ways }: ErrorCardProps) {
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
          <summary className="w-fit cursor-pointer hover:text-text">{t('chat.error.details')}</summary>
          <p className="mt-1 rounded-md bg-code px-2 py-1 font-mono">
            <RevealedText
              text={[error.code, error.provider, error.providerCode, error.message].filter(Boolean).join(' · ')}
            />
          </p>
        </details>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2">
        {stepsFor(error, ways).map((step, at) => (
          <Step key={step} step={step} error={error} isFirst={at === 0} {...ways} />
        ))}
      </div>
    </section>
  );
}

type Ways = Omit<ErrorCardProps, 'error'>;

/** What can be done here: without the question at hand nothing is asked again, but one can always go on. */
function stepsFor(error: MetonaError, { onRetry, onEdit }: Ways): readonly ErrorStep[] {
  const possible = { retry: onRetry, compress: onRetry, edit: onEdit };
  const can = (step: ErrorStep) => !(step in possible) || possible[step as keyof typeof possible] !== undefined;
  const steps = errorSteps[error.code].filter(can);
  if (onRetry !== undefined && !steps.includes('retry') && !steps.includes('compress')) steps.push('retry');
  return steps.length > 0 ? steps : ['go_on'];
}

interface StepProps extends Ways {
  readonly step: ErrorStep;
  readonly error: MetonaError;
  readonly isFirst: boolean;
}

function Step({ step, error, isFirst, onRetry, onEdit, onContinue }: StepProps) {
  const t = useT();
  const variant = isFirst ? 'primary' : 'secondary';
  const press = (label: string, onClick: (() => void) | undefined) => (
    <Button size="small" variant={variant} onClick={onClick}>
      {label}
    </Button>
  );
  switch (step) {
    case 'retry':
      return press(t('chat.error.retry'), onRetry);
    case 'compress':
      return press(t('chat.error.compress'), onRetry);
    case 'edit':
      return press(t('chat.error.edit'), onEdit);
    case 'go_on':
      return press(t('chat.error.goOn'), onContinue);
    case 'pick_model':
      return press(t('chat.error.pickModel'), askForModelMenu);
    case 'reload':
      return press(t('chat.error.reload'), () => location.reload());
    case 'provider': {
      const anchor = error.provider === undefined ? '' : `#${encodeURIComponent(error.provider)}`;
      return (
        <Link href={`/settings/providers${anchor}`} className={buttonClass({ size: 'small', variant })}>
          {error.provider === undefined ? t('chat.error.providers') : t('chat.error.provider')}
        </Link>
      );
    }
    case 'new_chat':
      return (
        <Link href="/" className={buttonClass({ size: 'small', variant })}>
          {t('chat.error.newChat')}
        </Link>
      );
    case 'sign_in':
      return (
        <a href="/login" className={buttonClass({ size: 'small', variant })}>
          {t('chat.error.signIn')}
        </a>
      );
  }
}
