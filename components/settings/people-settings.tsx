'use client';

import type { PersonView } from '@/lib/client/resources';
import { useApiPages } from '@/lib/client/use-api';
import { useT } from '../i18n/i18n-provider';
import { Badge } from '../ui/badge';
import { Page } from '../ui/page';
import { PagedList } from '../ui/paged-list';
import { RowBox, Section } from '../ui/section';
import { Time } from '../ui/time';
import { InviteList } from './invite-list';

/** For administrators: who has an account here, and who may get one. */
export function PeopleSettings() {
  const t = useT();
  const people = useApiPages<PersonView>('/api/admin/users');
  return (
    <Page headed title={t('settings.people.title')} text={t('settings.people.text')}>
      <InviteList />
      <Section title={t('settings.people.accounts')}>
        <PagedList pages={people} empty={null}>
          {(items) => (
            <RowBox>
              {items.map((person) => (
                <Person key={person.id} person={person} />
              ))}
            </RowBox>
          )}
        </PagedList>
      </Section>
    </Page>
  );
}

function Person({ person }: { person: PersonView }) {
  const t = useT();
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm">{person.name ?? person.email}</p>
        <p className="flex flex-wrap gap-x-1.5 text-faint text-xs">
          {person.name && <span className="break-all">{person.email} ·</span>}
          <span>
            {t('settings.people.since')} <Time value={person.created_at} />
          </span>
        </p>
      </div>
      {person.disabled && <Badge tone="bad">{t('settings.people.disabled')}</Badge>}
      {person.role === 'admin' && <Badge>{t('settings.account.roleAdmin')}</Badge>}
    </li>
  );
}
