'use client';

import Link from 'next/link';
import type { ProviderView } from '@/lib/client/resources';
import { useModelChoice } from '@/lib/client/use-model-choice';
import { useT } from '../i18n/i18n-provider';
import { buttonClass } from '../ui/button';
import type { ProviderTestState } from './use-provider-test';

interface StartChatProps {
  readonly provider: ProviderView;
  readonly state: ProviderTestState;
}

/** A new chat with the model that has just answered. */
export function StartChat({ provider, state }: StartChatProps) {
  const t = useT();
  const { pick } = useModelChoice();
  const model = state.kind === 'answered' ? state.result.model : null;
  if (model === null) return null;
  return (
    <Link href="/" onClick={() => pick(provider.id, model)} className={buttonClass({ size: 'small' })}>
      {t('settings.providers.startChat')}
    </Link>
  );
}
