'use client';

import Link from 'next/link';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ModelChoiceState } from '@/lib/client/use-model-choice';
import { useT } from '../i18n/i18n-provider';
import { Input } from '../ui/input';
import { type ListCursor, ModelGroup } from './model-group';

interface ModelListProps {
  readonly state: ModelChoiceState;
  readonly onPick: (providerId: string, model: string) => void;
}

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, last) => Math.min(at + 8, last),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** Every model of the providers that are on: typing narrows the list, the arrows walk through it. */
export function ModelList({ state, onPick }: ModelListProps) {
  const t = useT();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState('');
  const options = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];

  // Lists arrive one by one and typing takes options away: there is always one to choose with Enter.
  useEffect(() => {
    const shown = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
    if (shown.some(({ id }) => id === active)) return;
    const start = query === '' ? shown.find((option) => option.ariaSelected === 'true') : undefined;
    setActive((start ?? shown[0])?.id ?? '');
    start?.scrollIntoView({ block: 'nearest' });
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const shown = options();
    const at = shown.findIndex(({ id }) => id === active);
    if (event.key === 'Enter') {
      event.preventDefault();
      shown[at]?.click();
    }
    const next = shown[steps[event.key]?.(at, shown.length - 1) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next.id);
    next.scrollIntoView({ block: 'nearest' });
  }

  const cursor: ListCursor = { listId, active, setActive, query: query.trim().toLocaleLowerCase() };
  return (
    <>
      <div className="p-1.5 pb-1">
        <Input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active}
          aria-label={t('settings.models.search')}
          placeholder={t('settings.models.search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('settings.models.title')}
        className="group/list min-h-0 flex-1 overflow-y-auto px-1"
      >
        {state.providers.map((provider) => (
          <ModelGroup key={provider.id} provider={provider} choice={state.choice} cursor={cursor} onPick={onPick} />
        ))}
        <p className="hidden px-2.5 py-2 text-dim group-not-has-[[role=option]]/list:block">
          {t('settings.models.noMatch')}
        </p>
      </div>
      <Link
        href="/settings/providers"
        className="border-line-soft border-t px-3.5 py-2 text-dim hover:text-text focus-visible:text-text"
      >
        {t('chat.model.manage')}
      </Link>
    </>
  );
}
