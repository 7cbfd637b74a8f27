'use client';

import { useRouter } from 'next/navigation';
import { type SubmitEvent, useState } from 'react';
import { api } from '@/lib/client/api';
import type { AccountView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { useToast } from '../ui/toaster';

/** How Metona calls the reader. */
export function NameForm({ account, onSaved }: { account: AccountView; onSaved: () => Promise<unknown> }) {
  const t = useT();
  const router = useRouter();
  const show = useToast();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);

  async function save(form: FormData) {
    setBusy(true);
    try {
      await api.patch('/api/account', { name: String(form.get('name')).trim() || null });
      await onSaved();
      router.refresh();
      show(t('common.saved'), 'success');
    } catch (caught) {
      show(errorText(caught), 'error');
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-2">
      <Field label={t('settings.account.name')} className="flex-1 basis-60">
        {(control) => (
          <Input {...control} name="name" maxLength={100} autoComplete="name" defaultValue={account.name ?? ''} />
        )}
      </Field>
      <Button type="submit" busy={busy} className="min-h-9">
        {t('common.save')}
      </Button>
    </form>
  );
}
