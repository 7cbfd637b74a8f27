'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type ProviderChange, type ProviderView, providerApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';
import { Switch } from '../ui/switch';
import { useToast } from '../ui/toaster';
import { ProviderForm } from './provider-form';
import { ProviderModels } from './provider-models';
import { providerKindLabels, providerState, providerStateLabels, providerStateTones } from './provider-state';

interface ProviderRowProps {
  readonly provider: ProviderView;
  readonly onChanged: () => Promise<unknown>;
}

/** One provider: its state at a glance, its configuration folded below. */
export function ProviderRow({ provider, onChanged }: ProviderRowProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const bodyId = useId();
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

  async function save(change: ProviderChange) {
    try {
      await providerApi.save(provider.id, change);
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  function toggle(enabled: boolean) {
    if (enabled && state === 'no_key') setOpen(true);
    else void save({ enabled });
  }

  return (
    <li ref={row}>
      <div className="flex items-center gap-3 pr-4 transition-colors hover:bg-hover">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
          className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-2 pl-3 text-left -outline-offset-2"
        >
          <ChevronRight
            aria-hidden
            className={clsx('size-4 shrink-0 text-faint transition-transform', open && 'rotate-90')}
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-sm">{name}</span>
            <ProviderFacts provider={provider} />
          </span>
          <Badge tone={providerStateTones[state]}>{t(providerStateLabels[state])}</Badge>
        </button>
        <Switch
          label={t('settings.providers.enabled', { name })}
          checked={provider.enabled && state !== 'no_key'}
          onCheckedChange={toggle}
        />
      </div>
      <div id={bodyId} hidden={!open}>
        {open && (
          <div className="border-line-soft border-t bg-bg/60 px-4 py-4 sm:pl-10">
            <ProviderForm provider={provider} onChanged={onChanged} />
            <ProviderModels provider={provider} onChanged={onChanged} />
          </div>
        )}
      </div>
    </li>
  );
}

function ProviderFacts({ provider }: { provider: ProviderView }) {
  const t = useT();
  const kind = providerKindLabels[provider.kind];
  const lent = provider.shared !== null && t('admin.lent');
  const facts = [
    lent,
    provider.key.set && `••••${provider.key.last4 ?? ''}`,
    kind && t(kind),
    provider.default_model,
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '');
  if (facts.length === 0) return null;
  return <Facts>{facts}</Facts>;
}
