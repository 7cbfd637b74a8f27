'use client';

import { useRef, useState } from 'react';
import { administrationApi, type SharedProviderView, type SharedTerms } from '@/lib/client/administration';
import type { ProviderView } from '@/lib/client/resources';
import { useT } from '../../i18n/i18n-provider';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Field } from '../../ui/field';
import { Input, Select } from '../../ui/input';
import { SwitchRow } from '../../ui/switch';
import { BorrowerList } from './borrower-list';
import { ModelAllowList } from './model-allow-list';

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

function readTerms(form: FormData, to: Pick<SharedTerms, 'everyone' | 'user_ids' | 'models'>): SharedTerms {
  return {
    ...to,
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
  const [id, setId] = useState(present?.provider_id ?? choices[0]?.id ?? '');
  const [models, setModels] = useState<readonly string[] | null>(
    present === null || present.models.length === 0 ? null : present.models,
  );
  const isEmpty = models?.length === 0 || (!everyone && chosen.length === 0);

  async function save() {
    if (form.current === null) return;
    const to = { everyone, user_ids: everyone ? [] : chosen, models: models ?? [] };
    await administrationApi.share(id, readTerms(new FormData(form.current), to));
    await onSaved();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={present?.display_name ?? t('admin.share')}
      confirmLabel={t('common.save')}
      danger={false}
      disabled={isEmpty}
      onConfirm={save}
    >
      <form ref={form} onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-4">
        {present === null && (
          <ProviderChoice
            choices={choices}
            value={id}
            onChange={(next) => {
              setId(next);
              setModels(null);
            }}
          />
        )}
        <SwitchRow
          label={t('admin.everyone')}
          hint={t('admin.everyoneHint')}
          checked={everyone}
          onCheckedChange={setEveryone}
        />
        {!everyone && <BorrowerList chosen={chosen} onChange={setChosen} />}
        <ModelAllowList providerId={id} chosen={models} onChange={setModels} />
        <CapFields present={present} />
      </form>
    </ConfirmDialog>
  );
}

interface ProviderChoiceProps {
  readonly choices: readonly ProviderView[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function ProviderChoice({ choices, value, onChange }: ProviderChoiceProps) {
  const t = useT();
  return (
    <Field label={t('admin.provider')}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
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
