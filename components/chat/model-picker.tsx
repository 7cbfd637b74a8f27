'use client';

import { Brain, ChevronDown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { onModelMenuAsked } from '@/lib/client/model-menu';
import type { ModelChoice } from '@/lib/client/run-outgoing';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import { useLocale, useT } from '../i18n/i18n-provider';
import { Button } from '../ui/button';
import { Menu, MenuChoice } from '../ui/menu';
import { Popover } from '../ui/popover';
import { ModelList } from './lazy-model-list';
import { useModels } from './use-models';

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

/** Provider, model and, for one that thinks, how hard it should. */
export function ModelPicker({ state }: { state: ModelChoiceState }) {
  const t = useT();
  const locale = useLocale();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => onModelMenuAsked(() => button.current?.ariaExpanded !== 'true' && button.current?.click()), []);
  const { choice, choose, pick } = state;
  const { models, isLoading } = useModels(choice?.providerId ?? null);
  const model = models.find(({ id }) => id === choice?.model);
  const name = model?.displayName ?? choice?.model ?? t('chat.model.standard');
  const canThink = choice !== null && !isLoading && (model === undefined || model.supportsThinking);
  return (
    <>
      <Popover
        side="top"
        label={t('chat.model.models')}
        className="flex max-h-[min(26rem,var(--radix-popover-content-available-height))] w-[min(22rem,calc(100vw-1rem))] flex-col"
        preload={() => ModelList.preload(locale)}
        trigger={
          <Button
            ref={button}
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
        {(close) => (
          <ModelList
            state={state}
            onPick={(providerId, picked) => {
              pick(providerId, picked);
              close();
            }}
          />
        )}
      </Popover>
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
