'use client';

import type { SystemStatusView } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { Badge } from '../ui/badge';
import { Facts } from '../ui/facts';
import { RowBox, Section } from '../ui/section';
import { Time } from '../ui/time';

/** Who works on this database at the moment. */
export function SystemInstances({ instances }: Pick<SystemStatusView, 'instances'>) {
  const t = useT();
  return (
    <Section title={t('system.instances')} text={t('system.instancesText')}>
      {instances.length === 0 && <p className="text-dim text-sm">{t('system.noInstances')}</p>}
      {instances.length > 0 && (
        <RowBox>
          {instances.map(({ id, version, started_at: started, last_seen_at: seen, address, running_runs: runs }) => (
            <li key={id} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="truncate font-mono text-xs">{id}</p>
                <Facts>
                  {version}
                  {started && (
                    <>
                      {t('system.started')} <Time value={started} />
                    </>
                  )}
                  {seen && (
                    <>
                      {t('system.seen')} <Time value={seen} />
                    </>
                  )}
                  {address}
                  {t('system.running', { count: runs })}
                </Facts>
              </div>
              {seen ? <Badge tone="good">{t('system.alive')}</Badge> : <Badge tone="bad">{t('system.gone')}</Badge>}
            </li>
          ))}
        </RowBox>
      )}
    </Section>
  );
}
