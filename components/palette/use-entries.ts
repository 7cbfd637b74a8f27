'use client';

import {
  Bot,
  Keyboard,
  Languages,
  MessageSquare,
  NotebookPen,
  PanelLeft,
  Pencil,
  Settings,
  SquarePen,
  SunMoon,
} from 'lucide-react';
import { useRouter } from 'next/navigation';
import { themes } from '@/lib/client/preference-cookie';
import type { SessionView } from '@/lib/client/run-api';
import { isApple, keyName } from '@/lib/client/shortcuts';
import { useModelChoice } from '@/lib/client/use-model-choice';
import { useSessions } from '@/lib/client/use-sessions';
import { catalogues, createTranslate, localeNames, locales, type PlainMessageKey } from '@/lib/i18n';
import { useLocale, useT } from '../i18n/i18n-provider';
import { places } from '../layout/places';
import { useSidebar } from '../layout/sidebar-context';
import { themeKeys } from '../layout/theme-keys';
import { useTheme } from '../layout/theme-provider';
import { useLanguage } from '../layout/use-language';
import { adminSections, settingsSections } from '../settings/settings-sections';
import { chatEntries, renameOpenChat } from './chat-entries';
import type { Entry, Step } from './entry';
import { useFound } from './use-found';
import { useModelEntries } from './use-model-entries';

export interface EntryOptions {
  readonly step: Step;
  readonly query: string;
  readonly isAdmin: boolean;
  readonly onHelp: () => void;
  readonly onShare: (sessionId: string, title: string) => void;
}

const mostSessions = 50;
const sessionsAtRest = 6;

/** A text of the interface, found by its words in every language. */
function useSay() {
  const t = useT();
  const locale = useLocale();
  const others = locales.filter((one) => one !== locale).map((one) => createTranslate(catalogues[one]));
  return (key: PlainMessageKey) => ({ label: t(key), words: others.map((other) => other(key)) });
}

function usePageEntries(isAdmin: boolean): readonly Entry[] {
  const say = useSay();
  const router = useRouter();
  const sections = isAdmin ? [...settingsSections, ...adminSections] : settingsSections;
  return [
    ...places.map(({ href, key, icon }): Entry => {
      return { id: `go:${href}`, group: 'pages', icon, ...say(key), run: () => router.push(href) };
    }),
    ...sections.map(({ href, key }): Entry => {
      return { id: `go:${href}`, group: 'settings', icon: Settings, ...say(key), run: () => router.push(href) };
    }),
  ];
}

function useActionEntries(onHelp: () => void): readonly Entry[] {
  const say = useSay();
  const router = useRouter();
  const { hidden, setHidden, setDrawerOpen } = useSidebar();
  const toggle = () => (matchMedia('(width >= 48rem)').matches ? setHidden(!hidden) : setDrawerOpen(true));
  const keys = (...names: readonly string[]) => names.map((name) => keyName(name, isApple()));
  const entry = (id: string, key: PlainMessageKey, more: Omit<Entry, 'id' | 'group' | 'label'>): Entry => {
    return { id, group: 'actions', ...say(key), ...more };
  };
  return [
    entry('do:new-chat', 'layout.newChat', {
      icon: SquarePen,
      keys: keys('Mod', 'Shift', 'O'),
      run: () => router.push('/'),
    }),
    entry('do:new-note', 'layout.palette.newNote', { icon: NotebookPen, run: () => router.push('/notes/new') }),
    entry('do:model', 'layout.palette.model', { icon: Bot, step: 'model' }),
    entry('do:sidebar', 'layout.palette.sidebar', { icon: PanelLeft, keys: keys('Mod', 'B'), run: toggle }),
    entry('do:help', 'layout.shortcuts.title', { icon: Keyboard, keys: ['?'], run: onHelp }),
  ];
}

function useAppearanceEntries(): readonly Entry[] {
  const t = useT();
  const say = useSay();
  const { setTheme } = useTheme();
  const { setLocale } = useLanguage();
  return [
    ...themes.map((theme): Entry => {
      const label = t('layout.palette.themeTo', { theme: t(themeKeys[theme]) });
      const words = [...say('layout.theme').words, ...say(themeKeys[theme]).words, theme];
      return { id: `set:theme-${theme}`, group: 'actions', icon: SunMoon, label, words, run: () => setTheme(theme) };
    }),
    ...locales.map((locale): Entry => {
      const label = t('layout.palette.languageTo', { language: localeNames[locale] });
      const words = [...say('layout.language').words, locale];
      const run = () => setLocale(locale);
      return { id: `set:language-${locale}`, group: 'actions', icon: Languages, label, words, run };
    }),
  ];
}

function useSessionEntries(sessions: readonly SessionView[], query: string): readonly Entry[] {
  const t = useT();
  const router = useRouter();
  const shown = sessions.slice(0, query.trim() === '' ? sessionsAtRest : mostSessions);
  return shown.map(({ id, title }): Entry => {
    const run = () => router.push(`/chat/${encodeURIComponent(id)}`);
    return { id: `chat:${id}`, group: 'chats', icon: MessageSquare, label: title ?? t('chat.untitled'), run };
  });
}

/** Everything the palette could offer at this step, and whether more is on its way. */
export function useEntries(options: EntryOptions): { entries: readonly Entry[]; isLoading: boolean } {
  const { step, query, isAdmin, onHelp, onShare } = options;
  const t = useT();
  const say = useSay();
  const sessions = useSessions().items ?? [];
  const pages = usePageEntries(isAdmin);
  const actions = useActionEntries(onHelp);
  const appearance = useAppearanceEntries();
  const known = useSessionEntries(sessions, query);
  const models = useModelEntries(useModelChoice(), step === 'model');
  const found = useFound(step === 'all' ? query : '');
  if (step === 'model') return models;
  if (step === 'rename') {
    const run = () => renameOpenChat(query);
    const entry: Entry = { id: 'rename', group: 'chat', icon: Pencil, label: query, isFound: true, run };
    return { entries: query.trim() === '' ? [] : [entry], isLoading: false };
  }
  const chat = chatEntries({ say, sessions, untitled: t('chat.untitled'), onShare });
  const entries = [...chat, ...actions, ...appearance, ...pages, ...known, ...found.entries];
  return { entries, isLoading: found.isLoading };
}
