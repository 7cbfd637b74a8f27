'use client';

import type { ReactNode } from 'react';
import type { PluginParts as Parts } from '@/lib/client/plugins';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { Badge } from '../../ui/badge';

/** Where it goes, and everything it brings. */
export function PluginParts({ parts }: { parts: Parts }) {
  const t = useT();
  return (
    <>
      <PluginHosts parts={parts} />
      <Part title={t('plugins.preview.tools')}>
        {parts.tools.map(({ name, description, method, host }) => (
          <Line key={name} name={name} mono text={description} note={`${method} ${host}`} />
        ))}
      </Part>
      <Part title={t('plugins.preview.skills')}>
        {parts.skills.map(({ name, description }) => (
          <Line key={name} name={name} mono text={description} />
        ))}
      </Part>
      <Part title={t('plugins.preview.servers')}>
        {parts.servers.map(({ name, url, headers }) => {
          const wants = headers.length > 0 && t('plugins.preview.headers', { names: headers.join(', ') });
          return <Line key={name} name={name} text={wants || ''} note={url} />;
        })}
      </Part>
    </>
  );
}

function PluginHosts({ parts }: { parts: Parts }) {
  const t = useT();
  if (parts.hosts.length === 0) return <p className="text-dim text-sm">{t('plugins.preview.noHosts')}</p>;
  return (
    <Part title={t('plugins.preview.hosts')}>
      {parts.hosts.map(({ host, encrypted, private: isPrivate, secrets, used_by: users }) => (
        <li key={host} className="flex flex-col gap-0.5" data-testid="plugin-host">
          <span className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 break-all font-mono text-sm">{host}</span>
            {!encrypted && <Badge tone="bad">{t('plugins.preview.plain')}</Badge>}
            {isPrivate && <Badge>{t('plugins.preview.private')}</Badge>}
          </span>
          <span className="break-words text-faint text-xs">{users.map(revealLine).join(', ')}</span>
          {secrets.length > 0 && (
            <span className="text-dim text-xs">{t('plugins.preview.sends', { names: secrets.join(', ') })}</span>
          )}
        </li>
      ))}
    </Part>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{title}</h3>
      <ul className="flex flex-col gap-2 border-line-soft border-l-2 pl-3">{children}</ul>
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly text: string;
  readonly note?: string;
  readonly mono?: boolean;
}

function Line({ name, text, note, mono = false }: LineProps) {
  return (
    <li className="flex min-w-0 flex-col">
      <span className={mono ? 'break-words font-mono text-sm' : 'break-words text-sm'}>{revealLine(name)}</span>
      {text && <span className="break-words text-dim text-xs">{revealLine(text)}</span>}
      {note && <span className="break-all font-mono text-2xs text-faint">{note}</span>}
    </li>
  );
}
