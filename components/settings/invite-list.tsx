'use client';

import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { api } from '@/lib/client/api';
import { type InviteView, itemsOf, type ListOf } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { IconButton } from '../ui/icon-button';
import { Input } from '../ui/input';
import { SecretOnce } from '../ui/secret-once';
import { RowBox, Section } from '../ui/section';
import { Time } from '../ui/time';
import { useToast } from '../ui/toaster';

const path = '/api/admin/invites';

/** Invitations that can still be used, and how to make one. */
export function InviteList() {
  const t = useT();
  const { data, mutate } = useApi<ListOf<InviteView>>(path);
  const [url, setUrl] = useState<string>();
  const open = itemsOf(data).filter((invite) => invite.used_at === null);

  async function created(fresh: string) {
    setUrl(fresh);
    await mutate();
  }

  return (
    <Section title={t('settings.people.invites')} text={t('settings.people.invitesText')}>
      <InviteForm onCreated={created} />
      {open.length > 0 && (
        <RowBox>
          {open.map((invite) => (
            <InviteRow key={invite.id} invite={invite} onDeleted={() => mutate()} />
          ))}
        </RowBox>
      )}
      <Dialog
        open={url !== undefined}
        onOpenChange={() => setUrl(undefined)}
        title={t('settings.people.inviteTitle')}
        description={t('settings.people.inviteText')}
        footer={<Button onClick={() => setUrl(undefined)}>{t('settings.tokens.done')}</Button>}
      >
        <SecretOnce value={url ?? ''} label={t('settings.people.inviteTitle')} />
      </Dialog>
    </Section>
  );
}

function InviteForm({ onCreated }: { onCreated: (url: string) => Promise<unknown> }) {
  const t = useT();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function create(form: HTMLFormElement) {
    setBusy(true);
    setError(undefined);
    try {
      const email = String(new FormData(form).get('email')).trim();
      const invite = await api.post<{ url: string }>(path, email === '' ? {} : { email });
      form.reset();
      await onCreated(invite.url);
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
      <Field label={t('auth.email')} note={t('common.optional')} error={error} className="flex-1 basis-60">
        {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
      </Field>
      <Button type="submit" busy={busy} className="min-h-9">
        {t('settings.people.invite')}
      </Button>
    </form>
  );
}

function InviteRow({ invite, onDeleted }: { invite: InviteView; onDeleted: () => Promise<unknown> }) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();

  async function remove() {
    try {
      await api.delete(`${path}/${encodeURIComponent(invite.id)}`);
      await onDeleted();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <li className="flex items-center gap-3 py-1.5 pr-2 pl-4">
      <p className="min-w-0 flex-1 truncate text-sm">
        {invite.email ?? t('settings.people.anyone')}
        <span className="ml-2 text-faint text-xs">
          {t('settings.permissions.until')} <Time value={invite.expires_at} absolute />
        </span>
      </p>
      <IconButton label={t('settings.people.withdraw')} size="small" danger onClick={() => void remove()}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
