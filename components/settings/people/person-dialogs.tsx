'use client';

import { useState } from 'react';
import { administrationApi, type PersonView } from '@/lib/client/administration';
import { assertNever } from '@/lib/ir/assert-never';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Notice } from '../../ui/notice';
import { SecretOnce } from '../../ui/secret-once';
import { PersonCaps } from './person-caps';
import { usePeopleErrorText } from './use-people-error-text';

export type PersonAction = 'promote' | 'demote' | 'reset' | 'caps' | 'disable' | 'remove';

interface PersonDialogProps {
  readonly person: PersonView;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** The question or form behind each action on an account. */
export function PersonDialog({ action, ...props }: PersonDialogProps & { readonly action: PersonAction }) {
  const name = props.person.name ?? props.person.email;
  switch (action) {
    case 'promote':
    case 'demote':
    case 'disable':
      return <Question {...props} action={action} name={name} />;
    case 'reset':
      return <ResetLink {...props} name={name} />;
    case 'caps':
      return <PersonCaps {...props} name={name} />;
    case 'remove':
      return <Remove {...props} name={name} />;
    default:
      return assertNever(action);
  }
}

type Named = PersonDialogProps & { readonly name: string };

const questions = {
  promote: { title: 'admin.makeAdmin', text: 'admin.makeAdminText', change: { role: 'admin' } },
  demote: { title: 'admin.dropAdmin', text: 'admin.dropAdminText', change: { role: 'user' } },
  disable: { title: 'admin.disable', text: 'admin.disableText', change: { disabled: true } },
} as const;

function Question({ person, action, name, onClose, onChanged }: Named & { readonly action: keyof typeof questions }) {
  const t = useT();
  const errorText = usePeopleErrorText();
  const [error, setError] = useState<string>();
  const { title, text, change } = questions[action];

  async function confirm() {
    try {
      await administrationApi.changeUser(person.id, change);
    } catch (caught) {
      setError(errorText(caught));
      throw caught;
    }
    await onChanged();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(title)}
      text={error ?? t(text, { name })}
      confirmLabel={t(title)}
      danger={action !== 'promote'}
      onConfirm={confirm}
    />
  );
}

function ResetLink({ person, name, onClose }: Named) {
  const t = useT();
  const errorText = usePeopleErrorText();
  const [url, setUrl] = useState<string>();
  const [error, setError] = useState<string>();

  async function make() {
    try {
      setUrl((await administrationApi.resetLink(person.id)).url);
    } catch (caught) {
      setError(errorText(caught));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('admin.resetTitle')}
      description={t('admin.resetText', { name })}
      footer={
        url === undefined ? (
          <Button variant="primary" onClick={() => void make()}>
            {t('admin.reset')}
          </Button>
        ) : (
          <Button onClick={onClose}>{t('settings.tokens.done')}</Button>
        )
      }
    >
      {error && <Notice tone="error">{error}</Notice>}
      {url && <SecretOnce value={url} label={t('admin.resetTitle')} />}
    </Dialog>
  );
}

function Remove({ person, name, onClose, onChanged }: Named) {
  const t = useT();
  const [typed, setTyped] = useState('');

  async function remove() {
    await administrationApi.removeUser(person.id, typed);
    await onChanged();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('admin.remove')}
      text={t('admin.removeText', { name })}
      confirmLabel={t('admin.remove')}
      disabled={typed.trim().toLowerCase() !== person.email}
      onConfirm={remove}
    >
      <Field label={t('admin.typeEmail', { email: person.email })}>
        {(control) => (
          <Input {...control} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
    </ConfirmDialog>
  );
}
