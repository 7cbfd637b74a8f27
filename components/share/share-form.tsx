'use client';

import { type SubmitEvent, useState } from 'react';
import { api } from '@/lib/client/api';
import type { FreshShare } from '@/lib/client/share-resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { Notice } from '../ui/notice';
import { IncludeSwitches } from './include-switches';
import { PublishPreview } from './publish-preview';
import { secondsOf, shareLifetimes } from './share-lifetimes';
import type { ShareChoice } from './use-share-preview';

interface ShareFormProps {
  readonly formId: string;
  readonly sessionId: string;
  readonly onBusy: (busy: boolean) => void;
  readonly onCreated: (share: FreshShare) => Promise<unknown>;
}

/** Text only, unless the sharer says otherwise. */
const textOnly: ShareChoice = { thinking: false, tools: false, files: false, secrets: false };

function readBody(form: FormData, include: ShareChoice) {
  const passphrase = String(form.get('passphrase') ?? '').trim();
  const label = String(form.get('label') ?? '').trim();
  return {
    include,
    expires_in: secondsOf(form.get('expiry')),
    ...(passphrase !== '' && { passphrase }),
    ...(label !== '' && { label }),
  };
}

export function ShareForm({ formId, sessionId, onBusy, onCreated }: ShareFormProps) {
  const errorText = useErrorText();
  const [include, setInclude] = useState(textOnly);
  const [error, setError] = useState<string>();

  async function create(form: FormData) {
    onBusy(true);
    setError(undefined);
    try {
      const path = `/api/sessions/${encodeURIComponent(sessionId)}/shares`;
      await onCreated(await api.post<FreshShare>(path, readBody(form, include)));
    } catch (caught) {
      setError(errorText(caught));
    } finally {
      onBusy(false);
    }
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void create(new FormData(event.currentTarget));
  }

  return (
    <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-5" autoComplete="off">
      <PublishPreview sessionId={sessionId} include={include} onInclude={setInclude} />
      <IncludeSwitches include={include} onChange={setInclude} />
      <Restrictions />
      {error && <Notice tone="error">{error}</Notice>}
    </form>
  );
}

function Restrictions() {
  const t = useT();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('sharing.expiry')}>
        {(control) => (
          <Select {...control} name="expiry" defaultValue="month">
            {shareLifetimes.map(({ value, label }) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('sharing.label')} note={t('common.optional')} hint={t('sharing.labelHint')}>
        {(control) => <Input {...control} name="label" maxLength={100} />}
      </Field>
      <Field
        label={t('sharing.passphrase')}
        note={t('common.optional')}
        hint={t('sharing.passphraseHint')}
        className="sm:col-span-2"
      >
        {(control) => <Input {...control} name="passphrase" minLength={4} maxLength={200} autoComplete="off" />}
      </Field>
    </div>
  );
}
