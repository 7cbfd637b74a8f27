'use client';

import { type SubmitEvent, useState } from 'react';
import { api } from '@/lib/client/api';
import type { FreshShare, ShareInclude } from '@/lib/client/resources';
import { useT } from '../i18n/i18n-provider';
import { useErrorText } from '../i18n/use-error-text';
import { Field } from '../ui/field';
import { Input, Select } from '../ui/input';
import { Notice } from '../ui/notice';
import { SwitchRow } from '../ui/switch';
import { PublishPreview } from './publish-preview';
import { shareLifetimes } from './share-lifetimes';

interface ShareFormProps {
  readonly formId: string;
  readonly sessionId: string;
  readonly chatTitle: string;
  readonly onBusy: (busy: boolean) => void;
  readonly onCreated: (share: FreshShare) => Promise<unknown>;
}

type Choice = Required<ShareInclude>;

/** Text only, unless the sharer says otherwise. */
const textOnly: Choice = { thinking: false, tools: false, files: false };

function readBody(form: FormData, include: Choice) {
  const passphrase = String(form.get('passphrase') ?? '').trim();
  const label = String(form.get('label') ?? '').trim();
  return {
    include,
    expires_in: shareLifetimes.find(({ value }) => value === form.get('expiry'))?.seconds ?? null,
    ...(passphrase !== '' && { passphrase }),
    ...(label !== '' && { label }),
  };
}

export function ShareForm({ formId, sessionId, chatTitle, onBusy, onCreated }: ShareFormProps) {
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
      <PublishPreview sessionId={sessionId} chatTitle={chatTitle} include={include} />
      <IncludeSwitches include={include} onChange={setInclude} />
      <Restrictions />
      {error && <Notice tone="error">{error}</Notice>}
    </form>
  );
}

function IncludeSwitches({ include, onChange }: { include: Choice; onChange: (include: Choice) => void }) {
  const t = useT();
  const set = (part: keyof Choice) => (checked: boolean) => onChange({ ...include, [part]: checked });
  return (
    <div className="flex flex-col gap-3">
      <SwitchRow
        label={t('sharing.thinking')}
        hint={t('sharing.thinkingHint')}
        checked={include.thinking}
        onCheckedChange={set('thinking')}
      />
      <SwitchRow
        label={t('sharing.tools')}
        hint={t('sharing.toolsHint')}
        checked={include.tools}
        onCheckedChange={set('tools')}
      />
      <SwitchRow
        label={t('sharing.files')}
        hint={t('sharing.filesHint')}
        checked={include.files}
        onCheckedChange={set('files')}
      />
    </div>
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
