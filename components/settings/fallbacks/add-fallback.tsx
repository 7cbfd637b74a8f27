'use client';

import { useState } from 'react';
import type { MetonaModelRef } from '@/lib/ir';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { ModelChoice } from '../model-choice';

interface AddFallbackProps {
  readonly taken: readonly MetonaModelRef[];
  readonly onAdd: (fallback: MetonaModelRef) => void;
}

const nothing: MetonaModelRef = { provider: '', model: '' };

export function AddFallback({ taken, onAdd }: AddFallbackProps) {
  const t = useT();
  const [chosen, setChosen] = useState(nothing);
  const isTaken = taken.some(({ provider, model }) => provider === chosen.provider && model === chosen.model);

  function add() {
    onAdd(chosen);
    setChosen(nothing);
  }

  return (
    <fieldset className="flex flex-wrap items-end gap-x-2 gap-y-3">
      <legend className="sr-only">{t('settings.general.addFallbackTitle')}</legend>
      <ModelChoice
        className="flex-1 basis-72"
        provider={chosen.provider}
        model={chosen.model}
        providerEmpty={t('settings.general.choose')}
        modelEmpty={t('settings.general.choose')}
        onChange={setChosen}
      />
      <Button className="min-h-9" disabled={chosen.model === '' || isTaken} onClick={add}>
        {t('settings.general.addFallback')}
      </Button>
    </fieldset>
  );
}
