'use client';

import { useRef } from 'react';
import { administrationApi, type CapName, type PersonView, type SiteSettingsView } from '@/lib/client/administration';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../../i18n/i18n-provider';
import { useFormat } from '../../i18n/use-format';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { type CapField, CapFields, readCaps } from './cap-fields';

interface PersonCapsProps {
  readonly person: PersonView;
  readonly name: string;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** What differs for one person from what holds for everyone. */
export function PersonCaps({ person, name, onClose, onChanged }: PersonCapsProps) {
  const t = useT();
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  const { data: site } = useApi<SiteSettingsView>(administrationApi.site);

  async function save() {
    if (form.current === null) return;
    await administrationApi.changeUser(person.id, { caps: readCaps(new FormData(form.current)) });
    await onChanged();
  }

  const fieldOf = (cap: CapName): CapField => ({
    value: person.caps[cap],
    placeholder: site ? t('admin.byDefault', { value: format.number(site[cap].value) }) : '',
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('admin.capsTitle', { name })}
      text={t('admin.capsText')}
      confirmLabel={t('common.save')}
      danger={false}
      onConfirm={save}
    >
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <CapFields
          fields={{
            max_runs: fieldOf('max_runs'),
            max_streams: fieldOf('max_streams'),
            max_files_mb: fieldOf('max_files_mb'),
            max_memories: fieldOf('max_memories'),
          }}
        />
      </form>
    </ConfirmDialog>
  );
}
