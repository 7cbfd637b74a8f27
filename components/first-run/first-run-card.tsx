'use client';

import Link from 'next/link';
import { useState } from 'react';
import { itemsOf, type ListOf, type ProviderView, providerApi } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { SkeletonRows } from '../ui/skeleton';
import { ConnectForm } from './connect-form';
import { Step } from './first-run-step';

/** A local server may be started while this is read. */
const lookAgainMs = 10_000;

interface FirstRunCardProps {
  /** What stands above the steps. */
  readonly intro: string;
  /** The provider that is looked at first; null while none is chosen. */
  readonly initial: string | null;
  readonly onConnecting: () => void;
  /** It has answered, and the reader goes on with it. */
  readonly onConnected: (providerId: string, model: string) => void;
}

/** From no real model to a tested one without leaving the chat: pick a provider, paste the key, test. */
export function FirstRunCard({ intro, initial, onConnecting, onConnected }: FirstRunCardProps) {
  const t = useT();
  const { data, mutate } = useApi<ListOf<ProviderView>>(providerApi.list, { refreshInterval: lookAgainMs });
  const [chosen, setChosen] = useState(initial);

  // From here on nothing that turns up meanwhile takes the card away.
  function choose(id: string) {
    setChosen(id);
    onConnecting();
  }

  const offered = itemsOf(data).filter(({ kind, shared }) => kind !== 'offline' && shared === null);
  const provider = offered.find(({ id }) => id === chosen);
  return (
    <section
      aria-labelledby="first-run-title"
      data-testid="first-run"
      className="rounded-xl border border-line bg-card p-4 sm:p-5"
    >
      <p className="text-dim text-sm">{intro}</p>
      <h2 id="first-run-title" className="mt-4 mb-2.5 font-semibold text-base">
        {t('firstRun.title')}
      </h2>
      <ol className="mb-4">
        <Step number={1} title={t('firstRun.step1')}>
          {data === undefined ? (
            <SkeletonRows label={t('common.loading')} />
          ) : (
            <ProviderChips providers={offered} chosen={chosen} onChoose={choose} />
          )}
        </Step>
      </ol>
      {provider ? (
        <ConnectForm
          key={provider.id}
          provider={provider}
          onConnecting={onConnecting}
          onTested={() => mutate()}
          onConnected={(model) => onConnected(provider.id, model)}
        />
      ) : (
        <ol start={2} className="flex flex-col gap-4">
          <Step number={2} title={t('firstRun.step2')} text={t('firstRun.step2Text')} />
          <Step number={3} title={t('firstRun.step3')} text={t('firstRun.step3Text')} />
        </ol>
      )}
    </section>
  );
}

interface ProviderChipsProps {
  readonly providers: readonly ProviderView[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

const chip =
  'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-lg border border-line px-2.5 text-sm transition-colors hover:border-edge hover:bg-hover max-sm:min-h-10';

function ProviderChips({ providers, chosen, onChoose }: ProviderChipsProps) {
  const t = useT();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t('firstRun.step1')}</legend>
      {providers.map(({ id, display_name: name, detected }) => (
        <label
          key={id}
          className={`${chip} has-checked:border-text has-checked:bg-raise has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2`}
        >
          <input
            type="radio"
            name="first-run-provider"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
            className="sr-only"
          />
          {name}
          {detected && <span className="text-green text-xs">{t('firstRun.foundHere')}</span>}
        </label>
      ))}
      <Link href="/settings/providers#add" className={`${chip} text-dim`}>
        {t('firstRun.other')}
      </Link>
    </fieldset>
  );
}
