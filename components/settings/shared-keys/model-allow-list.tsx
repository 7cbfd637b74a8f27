'use client';

import { type KeyboardEvent, useState } from 'react';
import { useModels } from '../../chat/use-models';
import { useT } from '../../i18n/i18n-provider';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { SearchField } from '../../ui/search-field';
import { SwitchRow } from '../../ui/switch';
import { ModelPrice } from '../provider-model-facts';

interface ModelAllowListProps {
  readonly providerId: string;
  /** Null: all of them. */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

/** Which models are lent: all, or those that are ticked on the provider's own list. */
export function ModelAllowList({ providerId, chosen, onChange }: ModelAllowListProps) {
  const t = useT();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('admin.models')}</legend>
      <SwitchRow
        label={t('admin.modelsAll')}
        hint={t('admin.modelsAllHint')}
        checked={chosen === null}
        onCheckedChange={(isAll) => onChange(isAll ? null : [])}
      />
      {chosen !== null && <Choice providerId={providerId} chosen={chosen} onChange={onChange} />}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly providerId: string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choice({ providerId, chosen, onChange }: ChoiceProps) {
  const t = useT();
  const [query, setQuery] = useState('');
  const { models, isLoading } = useModels(providerId);
  const unlisted = chosen.filter((id) => !models.some((model) => model.id === id));
  const known = [...unlisted.map((id) => ({ id, displayName: id, model: undefined })), ...models.map(named)];
  const words = query.toLocaleLowerCase().split(/\s+/);
  const shown = known.filter(({ id, displayName }) => {
    const text = `${displayName} ${id}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <SearchField label={t('settings.models.search')} onSearch={setQuery} />
      <div className="max-h-52 overflow-y-auto rounded-lg border border-line">
        {shown.map(({ id, displayName, model }) => (
          <label key={id} className="flex min-h-9 items-center gap-2.5 px-3 py-1 text-sm hover:bg-hover">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{displayName}</span>
              <span className="block text-faint text-xs">{model && <ModelPrice model={model} />}</span>
            </span>
          </label>
        ))}
        {shown.length === 0 && (
          <p role="status" className="px-3 py-2 text-dim text-sm">
            {t(isLoading ? 'common.loading' : 'settings.models.noMatch')}
          </p>
        )}
      </div>
      <AddName onAdd={(name) => onChange([...new Set([...chosen, name])])} />
      <p className="text-faint text-xs">
        {chosen.length === 0 ? t('admin.modelsNone') : t('admin.someModels', { count: chosen.length })}
      </p>
    </>
  );
}

const named = (model: ReturnType<typeof useModels>['models'][number]) => ({
  id: model.id,
  displayName: model.displayName,
  model,
});

/** For models that the provider has and does not list. */
function AddName({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useT();
  const [name, setName] = useState('');

  function add() {
    if (name.trim() === '') return;
    onAdd(name.trim());
    setName('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <div className="flex items-end gap-2">
      <Field label={t('admin.modelUnlisted')} className="flex-1">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setName(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <Button className="min-h-9" disabled={name.trim() === ''} onClick={add}>
        {t('admin.modelAdd')}
      </Button>
    </div>
  );
}
