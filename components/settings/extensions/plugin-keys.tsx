'use client';

import { X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { type PluginView, pluginApi } from '@/lib/client/plugins';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Notice } from '../../ui/notice';
import { SecretInput } from '../../ui/secret-input';
import { useToast } from '../../ui/toaster';
import type { PluginRowProps } from './plugin-row-props';

/** What the plugin needs of its user: written here, never read back. */
export function PluginKeys({ plugin, onChanged }: PluginRowProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (plugin.secrets.length === 0) return null;

  async function save(secrets: Record<string, string | null>, form?: HTMLFormElement) {
    if (Object.keys(secrets).length === 0) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await pluginApi.change(plugin.id, { secrets });
      form?.reset();
      await onChanged();
      show(t('common.saved'), 'success');
    } catch (caught) {
      setProblem(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
    void save(Object.fromEntries(given.filter(([, value]) => value !== '')), form);
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" autoComplete="off">
      <div>
        <h3 className="font-medium text-sm">{t('plugins.keys')}</h3>
        <p className="text-faint text-xs">{t('plugins.keysText')}</p>
      </div>
      {plugin.secrets.map((secret) => (
        <KeyField key={secret.name} secret={secret} onForget={() => void save({ [secret.name]: null })} />
      ))}
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button type="submit" busy={isBusy} className="self-start">
        {t('plugins.keySave')}
      </Button>
    </form>
  );
}

interface KeyFieldProps {
  readonly secret: PluginView['secrets'][number];
  readonly onForget: () => void;
}

function KeyField({ secret, onForget }: KeyFieldProps) {
  const t = useT();
  const label = revealLine(secret.label);
  const hint = [secret.hint && revealLine(secret.hint), t('plugins.keyGoes', { hosts: secret.hosts.join(', ') })];
  const stored = secret.last4 === null ? t('plugins.keyHidden') : t('plugins.keySet', { last4: secret.last4 });
  return (
    <Field
      label={label}
      hint={hint.filter(Boolean).join(' · ')}
      note={secret.required ? undefined : t('plugins.preview.optional')}
    >
      {(control) => (
        <span className="flex items-center gap-1">
          <SecretInput {...control} name={secret.name} maxLength={4096} placeholder={secret.set ? stored : ''} />
          {secret.set && (
            <IconButton label={t('plugins.keyForget', { label })} onClick={onForget}>
              <X />
            </IconButton>
          )}
        </span>
      )}
    </Field>
  );
}
