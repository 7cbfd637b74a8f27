'use client';

import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input, Textarea } from '../../ui/input';

interface PluginSourceProps {
  readonly formId: string;
  readonly sourceUrl: string | null;
  /** Null when nothing was given. */
  readonly onGiven: (from: { manifest: string } | { url: string } | null) => void;
}

/** Where a manifest is taken from: an address, a text, or a file that becomes the text. */
export function PluginSource({ formId, sourceUrl, onGiven }: PluginSourceProps) {
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const url = String(new FormData(event.currentTarget).get('url')).trim();
    if (text.trim() !== '') onGiven({ manifest: text });
    else onGiven(url === '' ? null : { url });
  }

  async function onChosen({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const chosen = currentTarget.files?.[0];
    currentTarget.value = '';
    if (chosen) setText(await chosen.text());
  }

  return (
    <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4" autoComplete="off" noValidate>
      <Field label={t('plugins.from.address')} hint={t('plugins.from.addressHint')}>
        {(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            className="font-mono"
            placeholder="https://…/plugin.json"
            defaultValue={sourceUrl ?? ''}
          />
        )}
      </Field>
      <Field label={t('plugins.from.text')} hint={t('plugins.from.textHint')}>
        {(control) => (
          <Textarea
            {...control}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            className="min-h-40 font-mono"
          />
        )}
      </Field>
      <Button className="self-start" onClick={() => file.current?.click()}>
        {t('plugins.from.file')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        data-testid="plugin-file"
        onChange={(event) => void onChosen(event)}
      />
    </form>
  );
}
