'use client';

import { useEffect, useRef, useState } from 'react';
import { type ProviderView, providerApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';
import { FoldingRow, RowName } from './folding-row';
import { ProviderForm } from './provider-form';
import { ProviderModels } from './provider-models';
import { providerKindLabels, providerState, providerStateLabels, providerStateTones } from './provider-state';
import { useSaving } from './use-saving';

interface ProviderRowProps {
  readonly provider: ProviderView;
  readonly onChanged: () => Promise<unknown>;
}

/** One provider: its state at a glance, its configuration folded below. */
export function ProviderRow({ provider, onChanged }: ProviderRowProps) {
  const t = useT();
  const save = useSaving();
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const state = providerState(provider);
  const name = provider.display_name;

  // The card of a failed answer leads here by the provider's id; the list is drawn after the browser has looked for it.
  useEffect(() => {
    if (location.hash !== `#${encodeURIComponent(provider.id)}`) return;
    setOpen(true);
    row.current?.scrollIntoView({ block: 'center' });
  }, [provider.id]);

  async function change(enabled: boolean) {
    await providerApi.save(provider.id, { enabled });
    await onChanged();
  }

  function toggle(enabled: boolean) {
    if (enabled && state === 'no_key') setOpen(true);
    else save(() => change(enabled));
  }

  return (
    <FoldingRow
      ref={row}
      isOpen={open}
      onToggle={() => setOpen(!open)}
      head={
        <>
          <RowName>{name}</RowName>
          <ProviderFacts provider={provider} />
        </>
      }
      badge={<Badge tone={providerStateTones[state]}>{t(providerStateLabels[state])}</Badge>}
      switchLabel={t('settings.providers.enabled', { name })}
      isOn={provider.enabled && state !== 'no_key'}
      onSwitch={toggle}
    >
      <ProviderForm provider={provider} onChanged={onChanged} />
      <ProviderModels provider={provider} onChanged={onChanged} />
    </FoldingRow>
  );
}

function ProviderFacts({ provider }: { provider: ProviderView }) {
  const t = useT();
  const kind = providerKindLabels[provider.kind];
  const lent = provider.shared !== null && t('admin.lent');
  const facts = [
    lent,
    provider.detected && t('firstRun.foundHere'),
    provider.key.set && `••••${provider.key.last4 ?? ''}`,
    kind && t(kind),
    provider.default_model,
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  if (facts.length === 0) return null;
  return <Facts>{facts}</Facts>;
}
