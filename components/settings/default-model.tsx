'use client';

import { useT } from '../i18n/i18n-provider';
import { LoadState } from '../ui/load-state';
import { ModelChoice } from './model-choice';
import { useSettings } from './use-settings';

/** Provider and model that a new chat starts with. */
export function DefaultModel() {
  const t = useT();
  const { settings, error, reload, change } = useSettings();
  return (
    <LoadState data={settings} error={error} retry={reload}>
      {(loaded) => (
        <ModelChoice
          provider={loaded['llm.defaultProvider'] ?? ''}
          model={loaded['llm.defaultModel'] ?? ''}
          providerEmpty={t('settings.general.providerAuto')}
          modelEmpty={t('settings.general.modelAuto')}
          onChange={({ provider, model }) =>
            change({ 'llm.defaultProvider': provider || null, 'llm.defaultModel': model || null })
          }
        />
      )}
    </LoadState>
  );
}
