'use client';

import type { ProviderView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { fieldName, settingFields } from './provider-settings';

/** What a provider can be told beside address and key, folded away. */
export function ProviderAdvanced({ provider }: { provider: ProviderView }) {
  const t = useT();
  const settings = Object.keys(provider.settings).filter((setting) => setting in settingFields);
  if (settings.length === 0) return null;
  return (
    <details>
      <summary className="w-fit rounded-md py-1 text-dim text-sm">{t('settings.providers.advanced')}</summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        {settings.map((setting) => (
          <SettingField key={setting} setting={setting} value={provider.settings[setting] ?? null} />
        ))}
      </div>
    </details>
  );
}

interface SettingFieldProps {
  readonly setting: string;
  readonly value: string | number | boolean | null;
}

function SettingField({ setting, value }: SettingFieldProps) {
  const t = useT();
  const field = settingFields[setting];
  if (field === undefined) return null;
  const name = fieldName(setting);
  if (field.kind === 'flag') {
    return (
      <div className="flex flex-col gap-1">
        <label className="flex min-h-8 items-center gap-2.5 font-medium text-sm">
          <input type="checkbox" name={name} defaultChecked={value === true} className="size-4 accent-text" />
          {t(field.label)}
        </label>
        <p className="text-faint text-xs">{t(field.hint)}</p>
      </div>
    );
  }
  return (
    <Field label={t(field.label)} hint={t(field.hint)}>
      {(control) =>
        field.kind === 'choice' ? (
          <Select {...control} name={name} defaultValue={String(value ?? '')}>
            <option value="">{t('settings.providers.byDefault')}</option>
            {field.options?.map((option) => (
              <option key={option.value} value={option.value}>
                {t(option.label)}
              </option>
            ))}
          </Select>
        ) : (
          <Input
            {...control}
            name={name}
            className="font-mono"
            defaultValue={String(value ?? '')}
            placeholder={t('settings.providers.byDefault')}
            {...(field.kind === 'number' && { inputMode: 'numeric', pattern: '[0-9]*' })}
          />
        )
      }
    </Field>
  );
}
