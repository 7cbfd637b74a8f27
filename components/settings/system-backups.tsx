'use client';

import type { SystemStatusView } from '@/lib/client/resources';
import type { PlainMessageKey } from '@/lib/i18n/catalogue';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';
import { RowBox, Section } from '../ui/section';
import { Time } from '../ui/time';

const kinds: Readonly<Record<string, PlainMessageKey>> = {
  manual: 'system.kindManual',
  hourly: 'system.kindHourly',
  'before-migration': 'system.kindBeforeMigration',
};

/** The backups in the data directory of the instance that answered. */
export function SystemBackups({ backups: { every_hours: hours, keep, items } }: Pick<SystemStatusView, 'backups'>) {
  const t = useT();
  const format = useFormat();
  const often = hours === 1 ? t('system.backupsHourly', { keep }) : t('system.backupsEvery', { hours, keep });
  return (
    <Section title={t('system.backups')} text={hours === 0 ? t('system.backupsOff') : often}>
      {items.length === 0 && <p className="text-dim text-sm">{t('system.noBackups')}</p>}
      {items.length > 0 && (
        <RowBox>
          {items.map(({ name, kind, created_at: created, bytes, verified }) => (
            <li key={name} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="break-all font-mono text-xs">{name}</p>
                <Facts>
                  <Time value={created} />
                  {format.bytes(bytes)}
                  {t(kinds[kind] ?? 'system.kindManual')}
                </Facts>
              </div>
              {verified ? (
                <Badge tone="good">{t('system.verified')}</Badge>
              ) : (
                <Badge tone="attention">{t('system.unverified')}</Badge>
              )}
            </li>
          ))}
        </RowBox>
      )}
    </Section>
  );
}
