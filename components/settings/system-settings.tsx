'use client';

import type { SystemStatusView } from '@/lib/client/resources';
import { useApi } from '@/lib/client/use-api';
import type { PlainMessageKey } from '@/lib/i18n/catalogue';
import { useT } from '../i18n/i18n-provider';
import { useFormat } from '../i18n/use-format';
import { Button } from '../ui/button';
import { Facts } from '../ui/facts';
import { LoadState } from '../ui/load-state';
import { Page } from '../ui/page';
import { RowBox, Section } from '../ui/section';
import { SystemBackups } from './system-backups';
import { SystemInstances } from './system-instances';

const REFRESH_MS = 10_000;

/** For administrators: sizes, instances, jobs and backups of this installation. */
export function SystemSettings() {
  const t = useT();
  const { data, error, mutate } = useApi<SystemStatusView>('/api/admin/status', { refreshInterval: REFRESH_MS });
  return (
    <Page
      headed
      title={t('system.title')}
      text={t('system.text')}
      action={<Button onClick={() => void mutate()}>{t('system.refresh')}</Button>}
    >
      <LoadState data={data} error={error} retry={() => mutate()}>
        {(status) => (
          <>
            <SystemInstances instances={status.instances} />
            <SystemBackups backups={status.backups} />
            <Runs runs={status.runs} />
            <Jobs jobs={status.jobs} />
            <Tables status={status} />
          </>
        )}
      </LoadState>
    </Page>
  );
}

const runStates: readonly (readonly [string, PlainMessageKey])[] = [
  ['queued', 'system.runsQueued'],
  ['running', 'system.runsRunning'],
  ['waiting_permission', 'system.runsWaiting'],
  ['completed', 'system.runsCompleted'],
  ['failed', 'system.runsFailed'],
  ['cancelled', 'system.runsCancelled'],
];

function Runs({ runs }: Pick<SystemStatusView, 'runs'>) {
  const t = useT();
  const format = useFormat();
  const present = runStates.filter(([status]) => runs[status]);
  return (
    <Section title={t('system.runs')} text={present.length === 0 ? t('system.noRuns') : undefined}>
      {present.length > 0 && (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {present.map(([status, key]) => (
            <div key={status} className="rounded-xl border border-line bg-card px-4 py-2.5">
              <dt className="text-faint text-xs">{t(key)}</dt>
              <dd className="text-lg tabular-nums">{format.number(runs[status] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function Jobs({ jobs }: Pick<SystemStatusView, 'jobs'>) {
  const t = useT();
  return (
    <Section title={t('system.jobs')} text={jobs.length === 0 ? t('system.noJobs') : undefined}>
      {jobs.length > 0 && (
        <RowBox>
          {jobs.map(({ name, waiting, active, failed }) => (
            <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2">
              <span className="break-all font-mono text-xs">{name}</span>
              <Facts>
                {waiting > 0 && t('system.jobsWaiting', { count: waiting })}
                {active > 0 && t('system.jobsActive', { count: active })}
                {failed > 0 && t('system.jobsFailed', { count: failed })}
                {waiting + active + failed === 0 && t('system.noJobs')}
              </Facts>
            </li>
          ))}
        </RowBox>
      )}
    </Section>
  );
}

function Tables({ status: { database, event_log: log, version } }: { status: SystemStatusView }) {
  const t = useT();
  const format = useFormat();
  const server = t(database.kind === 'bundled' ? 'system.bundled' : 'system.external', { version: database.version });
  return (
    <Section
      title={t('system.database')}
      text={
        <Facts>
          {format.bytes(database.bytes)}
          {t('system.eventLog', { bytes: format.bytes(log.bytes) })}
          {server}
          {t('system.version', { version })}
          {database.schema}
        </Facts>
      }
    >
      <RowBox>
        {database.tables.map(({ name, rows, bytes }) => (
          <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-1.5">
            <span className="break-all font-mono text-xs">{name}</span>
            <span className="text-faint text-xs tabular-nums">
              {t('system.rows', { count: rows, number: format.number(rows) })} · {format.bytes(bytes)}
            </span>
          </li>
        ))}
      </RowBox>
    </Section>
  );
}
