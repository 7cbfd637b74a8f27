'use client';

import type { PluginChange, PluginPreview } from '@/lib/client/plugins';
import type { PlainMessageKey } from '@/lib/i18n';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { Badge, type Tone } from '../../ui/badge';
import { Facts } from '../../ui/facts';
import { Notice } from '../../ui/notice';
import { Part, PluginParts } from './plugin-parts';

const kinds: Readonly<Record<PluginChange['kind'], PlainMessageKey>> = {
  tool: 'plugins.kind.tool',
  skill: 'plugins.kind.skill',
  server: 'plugins.kind.server',
  secret: 'plugins.kind.secret',
  host: 'plugins.kind.host',
};
const changes: Readonly<Record<PluginChange['change'], { label: PlainMessageKey; tone: Tone }>> = {
  added: { label: 'plugins.change.added', tone: 'info' },
  removed: { label: 'plugins.change.removed', tone: 'neutral' },
  changed: { label: 'plugins.change.changed', tone: 'attention' },
};

interface PluginOfferProps {
  readonly preview: PluginPreview;
  /** Nothing would become of it. */
  readonly isSame: boolean;
}

/** Everything a manifest brings, and what it would change. */
export function PluginOffer({ preview, isSame }: PluginOfferProps) {
  const t = useT();
  return (
    <div className="flex flex-col gap-4" data-testid="plugin-preview">
      {isSame && <Notice>{t('plugins.preview.same')}</Notice>}
      <p className="break-words text-sm">{revealLine(preview.description)}</p>
      <Facts>
        {preview.slug}
        {t('plugins.version', { version: preview.version })}
        {preview.author && t('plugins.by', { author: revealLine(preview.author) })}
        {preview.license && revealLine(preview.license)}
      </Facts>
      {!isSame && <PluginChanges preview={preview} />}
      <PluginParts parts={preview} />
      <Part title={t('plugins.preview.keys')}>
        {preview.secrets.map(({ name, label, hint, required, hosts }) => (
          <li key={name} className="flex flex-col text-sm">
            <span>
              {revealLine(label)} {!required && <Badge>{t('plugins.preview.optional')}</Badge>}
            </span>
            <span className="break-words text-faint text-xs">
              {[hint && revealLine(hint), t('plugins.keyGoes', { hosts: hosts.join(', ') })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </Part>
      <details>
        <summary className="w-fit cursor-pointer text-dim text-sm">{t('plugins.preview.raw')}</summary>
        <pre className="mt-1 max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-lg border border-line bg-bg p-3 text-xs">
          {preview.manifest}
        </pre>
      </details>
    </div>
  );
}

/** What an update does to what is there. */
function PluginChanges({ preview: { installed } }: { preview: PluginPreview }) {
  const t = useT();
  if (installed === null) return null;
  return (
    <>
      <Part title={t('plugins.preview.changes', { version: installed.version })}>
        {installed.changes.map(({ kind, change, name }) => (
          <li key={`${kind} ${name}`} className="flex flex-wrap items-center gap-2 text-sm" data-testid="plugin-change">
            <Badge tone={changes[change].tone}>{t(changes[change].label)}</Badge>
            <span className="text-dim">{t(kinds[kind])}</span>
            <span className="min-w-0 break-all font-mono">{revealLine(name)}</span>
          </li>
        ))}
      </Part>
      <Notice tone="warning">
        <p>{t('plugins.preview.grants')}</p>
        {installed.forgets.length > 0 && <p>{t('plugins.preview.forgets', { names: installed.forgets.join(', ') })}</p>}
      </Notice>
    </>
  );
}
