'use client';

import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ModelView, ProviderView } from '@/lib/client/resources';
import type { ModelChoice } from '@/lib/client/run-outgoing';
import { useT } from '../i18n/i18n-provider';
import { ModelBadges } from '../settings/provider-model-facts';
import { useModels } from './use-models';

/** Where the reader is in the list. */
export interface ListCursor {
  readonly listId: string;
  /** The id of the option that Enter would take. */
  readonly active: string;
  readonly setActive: (id: string) => void;
  readonly query: string;
}

interface ModelGroupProps {
  readonly provider: ProviderView;
  readonly choice: ModelChoice | null;
  readonly cursor: ListCursor;
  readonly onPick: (providerId: string, model: string) => void;
}

interface Offered {
  readonly id: string;
  readonly name: string;
  readonly model: ModelView | undefined;
}

/** The models of the list, with the default and the chosen one among them even when the list does not know them. */
function offeredModels(provider: ProviderView, models: readonly ModelView[], chosen: string | null): Offered[] {
  const known = models.map((model) => ({ id: model.id, name: model.displayName, model }));
  const named = [provider.default_model, chosen].filter((id): id is string => id !== null);
  const extra = [...new Set(named)].filter((id) => !models.some((model) => model.id === id));
  return [...extra.map((id) => ({ id, name: id, model: undefined })), ...known];
}

/** One provider with its models; its list is asked for when the picker is opened, not before. */
export function ModelGroup({ provider, choice, cursor, onPick }: ModelGroupProps) {
  const t = useT();
  const labelId = useId();
  const { models, isLoading } = useModels(provider.id);
  const chosen = choice?.providerId === provider.id ? choice.model : null;
  const words = cursor.query.split(/\s+/);
  const offered = offeredModels(provider, models, chosen).filter(({ id, name }) => {
    const text = `${provider.display_name} ${name} ${id}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (offered.length === 0 && (cursor.query !== '' || provider.default_model !== null)) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options within a listbox; a fieldset is for controls
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} className="px-2.5 pt-1.5 pb-0.5 text-faint text-xs">
        {provider.display_name}
      </div>
      {offered.length === 0 && (
        <p className="px-2.5 py-1 text-dim">{isLoading ? t('common.loading') : t('chat.model.noModels')}</p>
      )}
      {offered.map(({ id, name, model }) => (
        <Option
          key={id}
          id={`${cursor.listId}-${provider.id}-${id}`}
          name={name}
          model={model}
          isChosen={id === chosen}
          cursor={cursor}
          onPick={() => onPick(provider.id, id)}
        />
      ))}
    </div>
  );
}

interface OptionProps extends Omit<Offered, 'id'> {
  readonly id: string;
  readonly isChosen: boolean;
  readonly cursor: ListCursor;
  readonly onPick: () => void;
}

function Option({ id, name, model, isChosen, cursor, onPick }: OptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onPick}
      onPointerMove={() => cursor.setActive(id)}
      className={clsx(
        'flex min-h-8 w-full items-center gap-2.5 rounded-lg px-2.5 py-1 text-left max-sm:min-h-10',
        cursor.active === id && 'bg-hover',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {model && <ModelBadges model={model} brief />}
      <Check aria-hidden className={clsx('size-4 shrink-0 text-dim', !isChosen && 'invisible')} />
    </button>
  );
}
