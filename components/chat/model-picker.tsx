'use client';

import { Brain, ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { itemsOf, type ListOf, type ModelView, type ProviderView, providerApi } from '@/lib/client/resources';
import type { ModelChoice } from '@/lib/client/run-outgoing';
import { useApi } from '@/lib/client/use-api';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import { useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu';

type Effort = NonNullable<ModelChoice['effort']> | 'default';

const effortLabels = {
  default: 'chat.model.effortDefault',
  off: 'chat.model.effortOff',
  low: 'chat.model.effortLow',
  medium: 'chat.model.effortMedium',
  high: 'chat.model.effortHigh',
  max: 'chat.model.effortMax',
} as const satisfies Readonly<Record<Effort, string>>;

const efforts: readonly Effort[] = ['default', 'off', 'low', 'medium', 'high', 'max'];

/** Provider, model and how hard it should think. */
export function ModelPicker({ state }: { state: ModelChoiceState }) {
  const t = useT();
  const { choice, providers, choose } = state;
  const model = useModel(choice);
  const name = model?.displayName ?? choice?.model ?? t('chat.model.standard');
  const canThink = choice !== null && (model === undefined || model.supportsThinking);
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <Button
            size="small"
            variant="ghost"
            className="min-w-0 shrink"
            aria-label={t('chat.model.pick', { model: name })}
            data-testid="model-picker"
          >
            <span className="truncate">{name}</span>
            <ChevronDown aria-hidden className="size-3.5 shrink-0" />
          </Button>
        }
      >
        {providers.map((provider) => (
          <ProviderModels key={provider.id} provider={provider} choice={choice} onChoose={choose} />
        ))}
        <MenuSeparator />
        <MenuItem asChild>
          <Link href="/settings/providers">{t('chat.model.manage')}</Link>
        </MenuItem>
      </Menu>
      {canThink && <EffortPicker choice={choice} onChoose={choose} />}
    </>
  );
}

function EffortPicker({ choice, onChoose }: { choice: ModelChoice; onChoose: (choice: ModelChoice) => void }) {
  const t = useT();
  const effort: Effort = choice.effort ?? 'default';
  return (
    <Menu
      align="start"
      side="top"
      trigger={
        <Button
          size="small"
          variant="ghost"
          aria-label={t('chat.model.effortPick', { effort: t(effortLabels[effort]) })}
        >
          <Brain aria-hidden className="size-3.5" />
          {effort !== 'default' && <span className="max-sm:sr-only">{t(effortLabels[effort])}</span>}
        </Button>
      }
    >
      <MenuChoice
        label={t('chat.model.effort')}
        value={effort}
        options={efforts.map((value) => ({ value, label: t(effortLabels[value]) }))}
        onChange={(value) => onChoose({ ...choice, effort: value === 'default' ? null : value })}
      />
    </Menu>
  );
}

interface ProviderModelsProps {
  readonly provider: ProviderView;
  readonly choice: ModelChoice | null;
  readonly onChoose: (choice: ModelChoice) => void;
}

/** Asked for when the list is opened, not before. */
function ProviderModels({ provider, choice, onChoose }: ProviderModelsProps) {
  const t = useT();
  const { models, isLoading } = useModels(provider.id);
  const known = models.map((model) => ({ value: model.id, label: model.displayName }));
  const extra = provider.default_model;
  const options =
    extra === null || known.some((one) => one.value === extra) ? known : [{ value: extra, label: extra }, ...known];
  const value = choice?.providerId === provider.id ? choice.model : '';
  if (options.length === 0) {
    return (
      <MenuItem disabled>
        {provider.display_name}: {isLoading ? t('common.loading') : t('chat.model.noModels')}
      </MenuItem>
    );
  }
  return (
    <MenuChoice
      label={provider.display_name}
      value={value}
      options={options}
      onChange={(model) => onChoose({ providerId: provider.id, model, effort: choice?.effort ?? null })}
    />
  );
}

function useModels(providerId: string | null): { models: readonly ModelView[]; isLoading: boolean } {
  const { data, isLoading } = useApi<ListOf<ModelView>>(providerId === null ? null : providerApi.models(providerId), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
    shouldRetryOnError: false,
  });
  return { models: itemsOf(data), isLoading };
}

function useModel(choice: ModelChoice | null): ModelView | undefined {
  const { models } = useModels(choice?.providerId ?? null);
  return models.find((model) => model.id === choice?.model);
}
