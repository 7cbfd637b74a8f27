'use client';

import { type SubmitEvent, useId, useState } from 'react';
import { mcpApi } from '@/lib/client/mcp';
import { useT } from '../../i18n/i18n-provider';
import { useErrorText } from '../../i18n/use-error-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Notice } from '../../ui/notice';
import { McpHeaderFields, readHeader } from './mcp-header-fields';

interface AddMcpServerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onAdded: () => Promise<unknown>;
}

/** Asks for a server and has it tested: what is wrong with it is told where it stands then. */
export function AddMcpServer({ open, onOpenChange, onAdded }: AddMcpServerProps) {
  const t = useT();
  const errorText = useErrorText();
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function add(form: FormData) {
    setIsBusy(true);
    setError(undefined);
    try {
      const { id } = await mcpApi.add({
        name: String(form.get('name')).trim(),
        url: String(form.get('url')).trim(),
        headers: readHeader(form),
      });
      await mcpApi.test(id).catch(() => undefined);
      await onAdded();
      onOpenChange(false);
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      setIsBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void add(new FormData(event.currentTarget));
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('mcp.add')}
      description={t('mcp.addText')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy}>
            {t('mcp.addSubmit')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4" autoComplete="off">
        <Field label={t('mcp.name')} hint={t('mcp.nameHint')}>
          {(control) => (
            <Input {...control} name="name" required maxLength={60} placeholder={t('mcp.namePlaceholder')} />
          )}
        </Field>
        <Field label={t('mcp.url')} hint={t('mcp.urlHint')}>
          {(control) => (
            <Input {...control} name="url" type="url" required className="font-mono" placeholder="https://…/mcp" />
          )}
        </Field>
        <McpHeaderFields />
        {error && <Notice tone="error">{error}</Notice>}
      </form>
    </Dialog>
  );
}
