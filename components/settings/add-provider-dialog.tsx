'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { providerApi } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Notice } from '../ui/notice';

interface AddProviderDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAdded: () => Promise<unknown>;
}

export function AddProviderDialog({ open, onOpenChange, onAdded }: AddProviderDialogProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function add(form: FormData) {
    setBusy(true);
    setError(undefined);
    const apiKey = String(form.get('api_key')).trim();
    try {
      await providerApi.add({
        name: String(form.get('name')).trim(),
        base_url: String(form.get('base_url')).trim(),
        ...(apiKey !== '' && { api_key: apiKey }),
      });
      await onAdded();
      onOpenChange(false);
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void add(new FormData(event.currentTarget));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('settings.providers.addTitle')}
      description={t('settings.providers.addText')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {t('settings.providers.addSubmit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4" autoComplete="off">
        <Field label={t('settings.providers.addName')}>
          {(control) => (
            <Input
              {...control}
              name="name"
              required
              maxLength={60}
              placeholder={t('settings.providers.addNamePlaceholder')}
            />
          )}
        </Field>
        <Field label={t('settings.providers.baseUrl')} hint={t('settings.providers.baseUrlHint')}>
          {(control) => (
            <Input {...control} name="base_url" type="url" required className="font-mono" placeholder="https://…/v1" />
          )}
        </Field>
        <Field
          label={t('settings.providers.key')}
          note={t('common.optional')}
          hint={t('settings.providers.keyOptional')}
        >
          {(control) => <Input {...control} name="api_key" type="password" autoComplete="off" className="font-mono" />}
        </Field>
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}
