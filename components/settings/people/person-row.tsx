'use client';

import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { administrationApi, type PersonView } from '@/lib/client/administration';
import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import { Badge } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu';
import { Time } from '../../ui/time';
import { useToast } from '../../ui/toaster';
import { type PersonAction, PersonDialog } from './person-dialogs';
import { usePeopleErrorText } from './use-people-error-text';

interface PersonRowProps {
  readonly person: PersonView;
  /** The reader's own. */
  readonly isOwn: boolean;
  readonly onChanged: () => Promise<unknown>;
}

/** One account: how much it is, and what can be done with it. */
export function PersonRow({ person, isOwn, onChanged }: PersonRowProps) {
  const t = useT();
  const [action, setAction] = useState<PersonAction>();
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{person.name ?? person.email}</p>
        <PersonFacts person={person} />
      </div>
      {isOwn && <Badge>{t('admin.you')}</Badge>}
      {person.disabled && <Badge tone="bad">{t('settings.people.disabled')}</Badge>}
      {person.role === 'admin' && <Badge>{t('settings.account.roleAdmin')}</Badge>}
      <PersonMenu person={person} isOwn={isOwn} onChanged={onChanged} onAction={setAction} />
      {action && (
        <PersonDialog action={action} person={person} onClose={() => setAction(undefined)} onChanged={onChanged} />
      )}
    </li>
  );
}

function PersonFacts({ person }: { person: PersonView }) {
  const t = useT();
  const format = useFormat();
  const { last_sign_in_at: seen, sessions, file_bytes: bytes } = person;
  return (
    <Facts>
      {person.name && <span className="break-all">{person.email}</span>}
      <span>
        {t('settings.people.since')} <Time value={person.created_at} />
      </span>
      {seen === null ? (
        <span>{t('admin.neverSignedIn')}</span>
      ) : (
        <span>
          {t('admin.lastSignIn')} <Time value={seen} />
        </span>
      )}
      <span>{t('admin.chats', { count: sessions })}</span>
      <span>{format.bytes(bytes)}</span>
    </Facts>
  );
}

function PersonMenu({
  person,
  isOwn,
  onChanged,
  onAction,
}: PersonRowProps & { onAction: (action: PersonAction) => void }) {
  const t = useT();
  const show = useToast();
  const errorText = usePeopleErrorText();
  const name = person.name ?? person.email;
  const isAdmin = person.role === 'admin';

  async function enable() {
    try {
      await administrationApi.changeUser(person.id, { disabled: false });
      await onChanged();
    } catch (caught) {
      show(errorText(caught), 'error');
    }
  }

  return (
    <Menu
      trigger={
        <IconButton label={t('admin.actions', { name })} size="small">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => onAction('caps')}>{t('admin.caps')}</MenuItem>
      {!person.disabled && <MenuItem onSelect={() => onAction('reset')}>{t('admin.reset')}</MenuItem>}
      <MenuItem onSelect={() => onAction(isAdmin ? 'demote' : 'promote')}>
        {t(isAdmin ? 'admin.dropAdmin' : 'admin.makeAdmin')}
      </MenuItem>
      {!isOwn && (
        <>
          <MenuSeparator />
          {person.disabled ? (
            <MenuItem onSelect={() => void enable()}>{t('admin.enable')}</MenuItem>
          ) : (
            <MenuItem onSelect={() => onAction('disable')}>{t('admin.disable')}</MenuItem>
          )}
          <MenuItem danger onSelect={() => onAction('remove')}>
            {t('admin.remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
