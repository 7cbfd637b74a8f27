'use client';

import { useState } from 'react';
import { type PluginTest, pluginApi } from '@/lib/client/plugins';
import { revealLine } from '../../chat/visible-text';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Facts } from '../../ui/facts';
import { Notice } from '../../ui/notice';
import { useToast } from '../../ui/toaster';
import { InstallPlugin } from './plugin-install';
import { PluginKeys } from './plugin-keys';
import { PluginParts } from './plugin-parts';
import type { PluginRowProps } from './plugin-row-props';

/** All there is to say and to do about one plugin. */
export function PluginBody({ plugin, onChanged }: PluginRowProps) {
  const t = useT();
  const [isUpdating, setIsUpdating] = useState(false);
  return (
    <>
      {!plugin.readable && <Notice tone="error">{t('plugins.unreadable')}</Notice>}
      {plugin.description && <p className="break-words text-sm">{revealLine(plugin.description)}</p>}
      <Facts>
        {plugin.author && t('plugins.by', { author: revealLine(plugin.author) })}
        {plugin.license && revealLine(plugin.license)}
        {plugin.homepage && (
          <a href={plugin.homepage} target="_blank" rel="noopener noreferrer nofollow" className="underline">
            {new URL(plugin.homepage).host}
          </a>
        )}
      </Facts>
      <PluginKeys plugin={plugin} onChanged={onChanged} />
      <PluginParts parts={plugin} />
      <PluginCheck pluginId={plugin.id} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setIsUpdating(true)}>{t('plugins.update')}</Button>
        <span className="flex-1" />
        <RemovePlugin plugin={plugin} onChanged={onChanged} />
      </div>
      {isUpdating && (
        <InstallPlugin sourceUrl={plugin.source_url} onClose={() => setIsUpdating(false)} onDone={onChanged} />
      )}
    </>
  );
}

function PluginCheck({ pluginId }: { pluginId: string }) {
  const t = useT();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<PluginTest>();
  const [problem, setProblem] = useState<string>();

  async function check() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      setResult(await pluginApi.test(pluginId));
    } catch (caught) {
      setProblem(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <Button busy={isBusy} onClick={() => void check()}>
        {t('plugins.check')}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
      {result?.ok && <Notice tone="success">{t('plugins.checkOk', { tokens: result.tokens })}</Notice>}
      {result && !result.ok && (
        <Notice tone="warning">
          {t('plugins.checkFailed')}
          <ul lang="en" className="list-disc pl-5 text-xs">
            {result.problems.map(({ name, message }) => (
              <li key={name} className="break-words">
                {revealLine(message)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function RemovePlugin({ plugin, onChanged }: PluginRowProps) {
  const t = useT();
  const show = useToast();
  const [isAsking, setIsAsking] = useState(false);
  const name = revealLine(plugin.name);

  async function remove() {
    await pluginApi.remove(plugin.id);
    show(t('plugins.removed', { name }), 'success');
    await onChanged();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('plugins.remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('plugins.removeTitle', { name })}
        text={t('plugins.removeText')}
        confirmLabel={t('common.remove')}
        onConfirm={remove}
      />
    </>
  );
}
