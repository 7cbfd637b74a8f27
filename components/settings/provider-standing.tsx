'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import type { ProviderView } from '@/lib/client/resources';
import { assertNever } from '@/lib/ir/assert-never';
import { errorCodeOf } from '../chat/error-code';
import { useT } from '../i18n/i18n-provider';
import { errorText } from '../i18n/use-error-text';
import { Time } from '../ui/time';
import { type ProviderState, providerState } from './provider-state';

/** Whether a chosen provider would answer at all. */
export type Standing = ProviderState | 'gone';

export const standingOf = (provider: ProviderView | undefined): Standing =>
  provider === undefined ? 'gone' : providerState(provider);

/** What is chosen and cannot answer. */
export const isDead = (standing: Standing): boolean => standing !== 'ready' && standing !== 'untested';

interface ProviderStandingProps {
  readonly provider: ProviderView | undefined;
}

/** How a chosen provider is, in words: what it is worth is never left to a colour. */
export function ProviderStanding({ provider }: ProviderStandingProps) {
  const t = useT();
  if (provider === undefined || !isDead(standingOf(provider))) return <StandingText provider={provider} />;
  return (
    <>
      <StandingText provider={provider} />{' '}
      <Link href={`/settings/providers#${encodeURIComponent(provider.id)}`} className="underline underline-offset-2">
        {t('settings.standing.mend')}
      </Link>
    </>
  );
}

/** The same without the way to its settings. */
export function StandingText({ provider }: ProviderStandingProps): ReactNode {
  const t = useT();
  const standing = standingOf(provider);
  switch (standing) {
    case 'gone':
      return t('settings.standing.gone');
    case 'off':
      return t('settings.standing.off');
    case 'no_key':
      return t('settings.standing.noKey');
    case 'untested':
      return t('settings.standing.untested');
    case 'failing': {
      const code = errorCodeOf(provider?.health?.error_code ?? '');
      return t('settings.standing.failing', { reason: code === null ? '' : errorText(t, code) });
    }
    case 'ready':
      return provider?.health ? <Tested health={provider.health} /> : t('settings.standing.ready');
    default:
      return assertNever(standing);
  }
}

function Tested({ health }: { health: NonNullable<ProviderView['health']> }) {
  const t = useT();
  return (
    <>
      {t('settings.standing.tested', { latency: Math.round(health.latency_ms ?? 0) })}{' '}
      {health.checked_at !== null && <Time value={health.checked_at} />}
    </>
  );
}
