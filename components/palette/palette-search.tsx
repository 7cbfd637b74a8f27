'use client';

import { ArrowLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { openChat } from '@/lib/client/open-chat';
import { useT } from '../i18n/i18n-provider';
import { IconButton } from '../ui/icon-button';
import { arrangeEntries, type Entry, type Step } from './entry';
import { PaletteList } from './palette-list';
import { readRecent } from './recent';
import { type EntryOptions, useEntries } from './use-entries';

interface PaletteSearchProps extends Pick<EntryOptions, 'isAdmin' | 'onHelp' | 'onShare'> {
  readonly step: Step;
  readonly onStep: (step: Step) => void;
  readonly onChoose: (entry: Entry) => void;
}

const placeholders = {
  all: 'layout.palette.placeholder',
  model: 'layout.palette.modelPlaceholder',
  rename: 'layout.palette.renameLabel',
} as const satisfies Readonly<Record<Step, string>>;

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count - 1 : at - 1),
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
};

/** The field and what it leads to. The focus stays in the field; the list is walked through with the arrows. */
export function PaletteSearch({ step, onStep, onChoose, ...options }: PaletteSearchProps) {
  const t = useT();
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState('');
  const stepBefore = useRef(step);
  useLayoutEffect(() => {
    if (stepBefore.current === step) return;
    stepBefore.current = step;
    setQuery(step === 'rename' ? (openChat()?.store.state().title ?? '') : '');
    setActive('');
    field.current?.focus();
  }, [step]);
  const recent = useMemo(readRecent, []);
  const { entries, isLoading } = useEntries({ ...options, step, query });
  const groups = arrangeEntries(entries, query, step === 'all' ? recent : []);
  const shown = groups.flatMap((group) => group.entries);
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === active),
  );
  const current = shown[at];
  const optionId = (entry: Entry) => `${listId}-${entry.id}`;

  function choose(entry: Entry) {
    if (entry.step === undefined) onChoose(entry);
    else onStep(entry.step);
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && current !== undefined) choose(current);
    const next = shown[moves[event.key]?.(at, shown.length) ?? -1];
    if (next !== undefined) {
      setActive(next.id);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
    if (step !== 'all' && event.key === 'Backspace' && query === '') onStep('all');
    if (event.key === 'Enter' || next !== undefined) event.preventDefault();
  }

  return (
    <>
      <div className="flex items-center gap-2 border-line-soft border-b px-3">
        <Lead step={step} onBack={() => onStep('all')} />
        <input
          ref={field}
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={current === undefined ? undefined : optionId(current)}
          aria-label={t(placeholders[step])}
          placeholder={t(placeholders[step])}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive('');
          }}
          onKeyDown={pressKey}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-field outline-none sm:text-base"
        />
      </div>
      <PaletteList
        id={listId}
        groups={groups}
        current={current}
        optionId={optionId}
        onPoint={(entry) => setActive(entry.id)}
        onChoose={choose}
      />
      <PaletteStatus query={query} count={shown.length} isLoading={isLoading} />
    </>
  );
}

function Lead({ step, onBack }: { step: Step; onBack: () => void }) {
  const t = useT();
  if (step === 'all') return <Search aria-hidden className="mx-1 size-4 shrink-0 text-faint" />;
  return (
    <IconButton label={t('layout.palette.back')} size="small" onClick={onBack}>
      <ArrowLeft />
    </IconButton>
  );
}

/** How much there is: seen when it is nothing, heard always. */
function PaletteStatus({ query, count, isLoading }: { query: string; count: number; isLoading: boolean }) {
  const t = useT();
  const text = isLoading
    ? t('layout.palette.searching')
    : count === 0
      ? t('layout.palette.none', { text: query.trim() })
      : t('layout.palette.found', { count });
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-line-soft border-t px-4 py-2 text-2xs text-faint">
      <p role="status" aria-live="polite">
        {text}
      </p>
      <p className="max-sm:hidden">{t('layout.palette.hint')}</p>
    </div>
  );
}
