'use client';

import type { ProviderView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { OutwardLink } from '../ui/outward-link';
import { SecretInput } from '../ui/secret-input';

interface ProviderFieldProps {
  readonly provider: ProviderView;
}

/** The key: written, never read back. */
export function KeyField({ provider }: ProviderFieldProps) {
  const t = useT();
  if (provider.kind === 'offline' || provider.kind === 'local') return null;
  return (
    <Field
      label={t('settings.providers.key')}
      hint={<KeyHint provider={provider} />}
      {...(provider.key.set && { note: `${t('settings.providers.keySet')}: ••••${provider.key.last4 ?? ''}` })}
    >
      {(control) => (
        <SecretInput
          {...control}
          name="api_key"
          placeholder={provider.key.set ? t('settings.providers.keyReplace') : t('settings.providers.keyPlaceholder')}
        />
      )}
    </Field>
  );
}

function KeyHint({ provider }: ProviderFieldProps) {
  const t = useT();
  return (
    <>
      {t(provider.needs_key ? 'settings.providers.keyHint' : 'settings.providers.keyOptional')}{' '}
      {provider.key_url && <OutwardLink href={provider.key_url}>{t('settings.providers.getKey')}</OutwardLink>}
    </>
  );
}

export function BaseUrlField({ provider }: ProviderFieldProps) {
  const t = useT();
  const plain = provider.id === 'anthropic' ? 'settings.providers.baseUrlHintPlain' : 'settings.providers.baseUrlHint';
  return (
    <Field
      label={t('settings.providers.baseUrl')}
      hint={
        <>
          {t(provider.kind === 'local' ? 'settings.providers.baseUrlHintLocal' : plain)}{' '}
          {provider.setup_url && (
            <OutwardLink href={provider.setup_url}>{t('settings.providers.getServer')}</OutwardLink>
          )}
        </>
      }
    >
      {(control) => (
        <Input
          {...control}
          name="base_url"
          type="url"
          inputMode="url"
          spellCheck={false}
          className="font-mono"
          defaultValue={provider.base_url ?? ''}
          placeholder="https://"
        />
      )}
    </Field>
  );
}
