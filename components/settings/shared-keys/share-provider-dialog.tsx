'use client';

import { useRef, useState } from 'react';
import { administrationApi, type SharedProviderView, type SharedTerms } from '@/lib/client/administration';
import type { ProviderView } from '@/lib/client/resources';
import { useT } from '../../i18n/i18n-provider';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { Input, Select, Textarea } from '../../ui/input';
import { SwitchRow } from '../../ui/switch';
import { BorrowerList } from './borrower-list';

interface ShareProviderDialogProps {
  /** Null: one that is not shared yet. */
  readonly present: SharedProviderView | null;
  readonly choices: readonly ProviderView[];
  readonly onClose: () => void;
  readonly onSaved: () => Promise<unknown>;
}

const numberOf = (form: FormData, name: string): number | null => {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? null : Number(text);
};

const linesOf = (form: FormData, name: string): string[] =>
  String(form.get(name) ?? '')
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function readTerms(form: FormData, to: Pick<SharedTerms, 'everyone' | 'user_ids'>): SharedTerms {
  return {
    ...to,
    models: linesOf(form, 'models'),
    cost_cap: numberOf(form, 'cost_cap'),
    currency: String(form.get('currency')),
    token_cap: numberOf(form, 'token_cap'),
  };
}

export function ShareProviderDialog({ present, choices, onClose, onSaved }: ShareProviderDialogProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const [everyone, setEveryone] = useState(present?.everyone ?? true);
  const [chosen, setChosen] = useState<readonly string[]>(present?.user_ids ?? []);

  async function save() {
    if (form.current === null) return;
    const fields = new FormData(form.current);
    const id = present?.provider_id ?? String(fields.get('provider'));
    await administrationApi.share(id, readTerms(fields, { everyone, user_ids: everyone ? [] : chosen }));
    await onSaved();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={present?.display_name ?? t('admin.share')}
      confirmLabel={t('common.save')}
      danger={false}
      onConfirm={save}
    >
      <form ref={form} onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-4">
        {present === null && <ProviderChoice choices={choices} />}
        <SwitchRow
          label={t('admin.everyone')}
          hint={t('admin.everyoneHint')}
          checked={everyone}
          onCheckedChange={setEveryone}
        />
        {!everyone && <BorrowerList chosen={chosen} onChange={setChosen} />}
        <Field label={t('admin.models')} hint={t('admin.modelsHint')}>
          {(control) => (
            <Textarea
              {...control}
              name="models"
              spellCheck={false}
              className="font-mono"
              defaultValue={present?.models.join('\n') ?? ''}
            />
          )}
        </Field>
        <CapFields present={present} />
      </form>
    </ConfirmDialog>
  );
}

function ProviderChoice({ choices }: { choices: readonly ProviderView[] }) {
  const t = useT();
  return (
    <Field label={t('admin.provider')}>
      {(control) => (
        <Select {...control} name="provider">
          {choices.map((provider) => (
            <option key={provider.id} value={provider.id}>
              {provider.display_name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const currencies = ['USD', 'CNY', 'EUR'];

function CapFields({ present }: { present: SharedProviderView | null }) {
  const t = useT();
  const currency = present?.currency ?? 'USD';
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <Field label={t('admin.costCap')} hint={t('admin.costCapHint')}>
          {(control) => (
            <Input
              {...control}
              name="cost_cap"
              type="number"
              inputMode="decimal"
              min={0}
              max={1_000_000}
              step="any"
              defaultValue={present?.cost_cap ?? ''}
            />
          )}
        </Field>
        <Field label={t('admin.currency')}>
          {(control) => (
            <Select {...control} name="currency" defaultValue={currency}>
              {[...new Set([currency, ...currencies])].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label={t('admin.tokenCap')} hint={t('admin.tokenCapHint')}>
        {(control) => (
          <Input
            {...control}
            name="token_cap"
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            defaultValue={present?.token_cap ?? ''}
          />
        )}
      </Field>
    </>
  );
}
