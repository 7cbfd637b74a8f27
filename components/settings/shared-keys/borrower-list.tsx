'use client';

import { useState } from 'react';
import { administrationApi, type PersonView } from '@/lib/client/administration';
import { itemsOf, type ListOf } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import { useT } from '../../i18n/i18n-provider';
import { SearchField } from '../../ui/search-field';

interface BorrowerListProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The accounts a provider is lent to; those chosen stay chosen while others are looked for. */
export function BorrowerList({ chosen, onChange }: BorrowerListProps) {
  const t = useT();
  const [query, setQuery] = useState('');
  const { data } = useApi<ListOf<PersonView>>(administrationApi.users(query));

  function toggle(userId: string, isChosen: boolean) {
    onChange(isChosen ? [...chosen, userId] : chosen.filter((other) => other !== userId));
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('admin.chosen')}</legend>
      <SearchField label={t('admin.search')} onSearch={setQuery} />
      <div className="max-h-44 overflow-y-auto rounded-lg border border-line">
        {itemsOf(data).map((person) => (
          <label key={person.id} className="flex min-h-9 items-center gap-2.5 px-3 text-sm hover:bg-hover">
            <input
              type="checkbox"
              checked={chosen.includes(person.id)}
              onChange={(event) => toggle(person.id, event.target.checked)}
            />
            <span className="min-w-0 flex-1 truncate">{person.email}</span>
          </label>
        ))}
        {itemsOf(data).length === 0 && (
          <p role="status" className="px-3 py-2 text-dim text-sm">
            {t('admin.noMatch')}
          </p>
        )}
      </div>
    </fieldset>
  );
}
