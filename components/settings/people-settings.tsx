'use client';

import { useState } from 'react';
import { administrationApi, type PersonView } from '@/lib/client/administration';
import type { AccountView } from '@/lib/client/resources';
import { useApi, useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { SearchField } from '../ui/search-field';
import { RowBox, Section } from '../ui/section';
import { InviteList } from './invite-list';
import { PersonRow } from './people/person-row';
import { SiteForm } from './people/site-form';

/** For administrators: who has an account here, who may get one, and how much each may use. */
export function PeopleSettings() {
  const t = useT();
  const [query, setQuery] = useState('');
  const people = useApiPages<PersonView>(administrationApi.users(query));
  const { data: own } = useApi<AccountView>('/api/account');
  return (
    <Page headed title={t('settings.people.title')} text={t('settings.people.text')}>
      <Section title={t('settings.people.accounts')}>
        <SearchField label={t('admin.search')} onSearch={setQuery} />
        <PagedList pages={people} empty={<p role="status">{t('admin.noMatch')}</p>}>
          {(items) => (
            <RowBox>
              {items.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isOwn={person.id === own?.id}
                  onChanged={() => people.refresh()}
                />
              ))}
            </RowBox>
          )}
        </PagedList>
      </Section>
      <InviteList />
      <SiteForm />
    </Page>
  );
}
