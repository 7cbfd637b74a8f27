'use client';

import { type SubmitEvent, useState } from 'react';
import { api } from '@/lib/client/api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';

export function TokenForm({ onCreated }: { onCreated: (token: string) => Promise<unknown> }) {
  const t = useT();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function create(form: HTMLFormElement) {
    setBusy(true);
    setError(undefined);
    try {
      const name = String(new FormData(form).get('name')).trim();
      const { token } = await api.post<{ id: string; token: string }>('/api/tokens', { name });
      form.reset();
      await onCreated(token);
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void create(event.currentTarget);
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2">
      <Field label={t('settings.tokens.name')} error={error} className="flex-1 basis-60">
        {(control) => (
          <Input
            {...control}
            name="name"
            required
            maxLength={100}
            autoComplete="off"
            placeholder={t('settings.tokens.namePlaceholder')}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="min-h-9">
        {t('settings.tokens.create')}
      </Button>
    </form>
  );
}
