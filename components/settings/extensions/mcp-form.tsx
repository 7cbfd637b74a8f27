'use client';

import { X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { type McpServerChange, type McpServerView, mcpApi } from '@/lib/client/mcp';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { Notice } from '../../ui/notice';
import { useToast } from '../../ui/toaster';
import { McpHeaderFields, readHeader } from './mcp-header-fields';

interface McpServerFormProps {
  readonly server: McpServerView;
  readonly onChanged: () => Promise<unknown>;
}

/** Only what differs from what is stored. */
function readChange(form: FormData, server: McpServerView): McpServerChange {
  const name = String(form.get('name')).trim();
  const url = String(form.get('url')).trim();
  const headers = readHeader(form);
  return {
    ...(name !== server.name && { name }),
    ...(url !== server.url && { url }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

/** Name, address and headers of a server. */
export function McpServerForm({ server, onChanged }: McpServerFormProps) {
  const t = useT();
  const show = useToast();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function save(change: McpServerChange, form?: HTMLFormElement) {
    if (Object.keys(change).length === 0) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await mcpApi.change(server.id, change);
      const value = form?.elements.namedItem('header_value');
      if (value instanceof HTMLInputElement) value.value = '';
      await onChanged();
      show(t('common.saved'), 'success');
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void save(readChange(new FormData(event.currentTarget), server), event.currentTarget);
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4" autoComplete="off">
      <Field label={t('mcp.name')}>
        {(control) => <Input {...control} name="name" required maxLength={60} defaultValue={server.name} />}
      </Field>
      <Field label={t('mcp.url')} hint={t('mcp.urlMoved')}>
        {(control) => (
          <Input {...control} name="url" type="url" required defaultValue={server.url} className="font-mono" />
        )}
      </Field>
      <KeptHeaders server={server} onRemove={(name) => void save({ headers: { [name]: null } })} />
      <McpHeaderFields />
      {error && <Notice tone="error">{error}</Notice>}
      <div>
        <Button type="submit" busy={isBusy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}

function KeptHeaders({ server, onRemove }: { server: McpServerView; onRemove: (name: string) => void }) {
  const t = useT();
  if (server.headers.length === 0) return null;
  return (
    <ul aria-label={t('mcp.headers')} className="flex flex-col gap-1 text-sm">
      {server.headers.map(({ name, last4 }) => (
        <li key={name} className="flex items-center gap-2">
          <span className="min-w-0 break-all font-mono text-xs">
            {t('mcp.headerKept', { name, last4: last4 ?? '' })}
          </span>
          <IconButton label={t('mcp.removeHeader', { name })} onClick={() => onRemove(name)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
